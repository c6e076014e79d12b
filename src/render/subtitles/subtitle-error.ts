/** Why a file of subtitles cannot be read: a phrase that names the line. */
export class SubtitleError extends Error {
  /** Counts from 1. */
  readonly line: number;

  /** @param reason a phrase such as `"1:75" is not a time`. */
  constructor(line: number, reason: string, options?: { readonly cause: unknown }) {
    super(`line ${line}: ${reason}`, options);
    this.name = 'SubtitleError';
    this.line = line;
  }
}
