/** The failure to read a file that a clip needs, although the file was probed successfully. */
export class UnreadableSource extends Error {
  /** The field of the clip in the edit, such as `timeline.tracks[0].clips[1]`. */
  readonly field: string;

  constructor(field: string, options: { readonly cause: unknown }) {
    super(`The file of ${field} cannot be read.`, options);
    this.name = 'UnreadableSource';
    this.field = field;
  }
}
