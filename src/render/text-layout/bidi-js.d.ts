/** The used part of the package. Its own types do not declare that the function is the only export. */
declare module 'bidi-js' {
  /** The embedding levels of the UTF-16 units of a text. Odd levels are read from the right. */
  interface EmbeddingLevels {
    readonly levels: Uint8Array;
  }

  interface Bidi {
    /** Calculates the levels with the Unicode Bidirectional Algorithm (UAX 9). */
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): EmbeddingLevels;
    /** Returns the indexes of the units of a text in visual order, from left to right. */
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[];
    /** Returns the bidirectional class of a character, for example "AL". */
    getBidiCharTypeName(letter: string): string;
  }

  /** Returns the functions of the package. */
  export default function bidiFactory(): Bidi;
}
