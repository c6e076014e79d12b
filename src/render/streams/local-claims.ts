import type { StreamClaims, StreamToMake } from './stream-sharing.ts';

/** The streams of an output that this process makes alone, several at the same time. */
export class LocalClaims implements StreamClaims {
  private readonly waiting: StreamToMake[];
  private readonly finished = new Map<StreamToMake, number>();
  private readonly onFrames: (frames: number) => void;

  /** @param onFrames called with the number of finished frames in all streams. */
  constructor(streams: readonly StreamToMake[], onFrames: (frames: number) => void) {
    // The sound has no frames. It comes first, because it is the longest piece of work that cannot be divided.
    this.waiting = streams.toSorted((one, other) => Number(one.frames > 0) - Number(other.frames > 0));
    this.onFrames = onFrames;
  }

  claim(): Promise<StreamToMake | undefined> {
    return Promise.resolve(this.waiting.shift());
  }

  report(stream: StreamToMake, finished: number): void {
    this.finished.set(stream, Math.min(finished, stream.frames));
    this.onFrames([...this.finished.values()].reduce((sum, frames) => sum + frames, 0));
  }

  finish(stream: StreamToMake): Promise<void> {
    this.report(stream, stream.frames);
    return Promise.resolve();
  }
}
