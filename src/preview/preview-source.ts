/** Why a file or a frame could not be loaded. */
export type FaultReason = 'offline' | 'busy' | 'expired' | 'missing' | 'failed';

/** An error of a {@link PreviewSource}. The preview shows its reason as a state. */
export class PreviewFault extends Error {
  /** `missing` if there is no such piece, as after the end of a file; `expired` if the token no longer applies. */
  readonly reason: FaultReason;
  /** Milliseconds to wait before another try, if the server has said so. */
  readonly retryMs: number | undefined;

  constructor(
    reason: FaultReason,
    message: string,
    { retryMs, ...options }: ErrorOptions & { readonly retryMs?: number } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.retryMs = retryMs;
  }
}

/** An edit to play: its timeline, and access to the files that the timeline names. */
export interface PreviewSource {
  /** The field `timeline` of the answer of a server for the layers of an edit, as it is. */
  readonly timeline: unknown;
  /**
   * Loads a layer file.
   *
   * @param file its id in the timeline.
   * @param piece the number of the piece of a video or a sound, from 0. Undefined for a picture.
   * @throws {PreviewFault} if it cannot be loaded.
   */
  load(file: string, piece: number | undefined, signal: AbortSignal): Promise<ArrayBuffer>;
  /**
   * Loads a frame that the engine draws.
   *
   * @param second seconds of the timeline.
   * @returns an image of the size of the view, or larger.
   * @throws {PreviewFault} if it cannot be loaded.
   */
  frame(second: number, signal: AbortSignal): Promise<Blob>;
}
