/** What we use of the package, which brings no types. */
declare module 'linebreak' {
  /** Finds where the Unicode Line Breaking Algorithm (UAX 14) lets a line end. */
  export default class LineBreaker {
    constructor(text: string);
    /** The next place: before the UTF-16 unit of that number. `null` after the end of the text, which is the last. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
