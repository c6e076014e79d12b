/** What we use of the package. Its own types do not say that its only export is the function itself. */
declare module 'bidi-js' {
  /** The levels of the UTF-16 units of a text: odd ones are read from the right. */
  interface EmbeddingLevels {
    readonly levels: Uint8Array;
  }

  interface Bidi {
    /** Works out the levels by the Unicode Bidirectional Algorithm (UAX 9). */
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): EmbeddingLevels;
    /** The places of the units of a text, from left to right. */
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[];
    /** The bidirectional class of a letter, such as "AL". */
    getBidiCharTypeName(letter: string): string;
  }

  export default function bidiFactory(): Bidi;
}
