/** The reason why a subtitle file cannot be read. The message is a phrase with the number of the line. */
export class SubtitleError extends Error {
  /** Number of the line, from 1. */
  readonly line: number;

  /** @param reason A phrase such as `"1:75" is not a time`. */
  constructor(line: number, reason: string, options?: { readonly cause: unknown }) {
    super(`line ${line}: ${reason}`, options);
    this.name = 'SubtitleError';
    this.line = line;
  }
}
