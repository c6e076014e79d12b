/** A file that passed for media when it was probed, but cannot be read where a clip needs it. */
export class UnreadableSource extends Error {
  /** Where the clip stands in the edit: `timeline.tracks[0].clips[1]`. */
  readonly field: string;

  constructor(field: string, options: { readonly cause: unknown }) {
    super(`The file of ${field} cannot be read.`, options);
    this.name = 'UnreadableSource';
    this.field = field;
  }
}
