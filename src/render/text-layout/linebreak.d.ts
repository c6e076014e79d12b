/** The used part of the package, which has no types. */
declare module 'linebreak' {
  /** Finds the line break opportunities of the Unicode Line Breaking Algorithm (UAX 14). */
  export default class LineBreaker {
    constructor(text: string);
    /**
     * Returns the next opportunity: the index of the UTF-16 unit after it. The last one is the end of the
     * text; `null` follows it.
     */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
