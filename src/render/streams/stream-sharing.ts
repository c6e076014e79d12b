/** A coded stream to make: a segment of pictures, or the sound of an output. */
export interface StreamToMake {
  /** Its place among the streams of the output. The sound comes after the segments. */
  readonly position: number;
  /** The identity under which it is kept. 64 hexadecimal digits. */
  readonly identity: string;
  /** Its length in frames of the output. 0 for the sound. */
  readonly frames: number;
}

/** The streams of an output, which several processes make together. Each makes those that it has claimed. */
export interface StreamClaims {
  /** Claims a stream that no process makes. Undefined if there is none at this moment. */
  claim(): Promise<StreamToMake | undefined>;
  /** Reports the number of finished frames of a claimed stream. Does not wait. */
  report(stream: StreamToMake, finished: number): void;
  /** Reports that a claimed stream is made and kept. */
  finish(stream: StreamToMake): Promise<void>;
}

/** An output whose streams this process shares with others. Dispose of it when all are made, or to stop all. */
export interface SharedStreams extends StreamClaims, AsyncDisposable {
  /** Invites others. Call it when everything that they need is kept. */
  invite(): Promise<void>;
  /** Returns the number of streams that are not made yet, and of finished frames in all streams. */
  progress(): Promise<{ readonly missing: number; readonly frames: number }>;
}

/**
 * Shares the streams of an output with other processes.
 *
 * @param output its place among the outputs of the edit, the identity of the {@link Handout} for the others, and
 *   the streams to make.
 */
export type ShareStreams = (output: {
  readonly position: number;
  readonly handout: string;
  readonly streams: readonly StreamToMake[];
}) => Promise<SharedStreams>;
