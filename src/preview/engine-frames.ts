import { PreviewFault, type PreviewSource } from './preview-source.ts';

/** The frames that the engine draws. Only the last one that was asked for is loaded next. Close it with `using`. */
export class EngineFrames implements Disposable {
  private readonly source: PreviewSource;
  private readonly rate: number;
  private readonly onFrame: (frame: number, image: ImageBitmap) => void;
  private readonly onFault: (fault: PreviewFault) => void;
  private wanted: number | undefined;
  private loading: AbortController | undefined;

  /**
   * @param rate frames of the edit in a second.
   * @param onFrame called with each frame that has been loaded. The image is closed afterwards.
   */
  constructor(
    source: PreviewSource,
    rate: number,
    onFrame: (frame: number, image: ImageBitmap) => void,
    onFault: (fault: PreviewFault) => void,
  ) {
    this.source = source;
    this.rate = rate;
    this.onFrame = onFrame;
    this.onFault = onFault;
  }

  /** Asks for a frame. One that is being loaded is finished first, so that there is always a next picture. */
  want(frame: number): void {
    this.wanted = frame;
    if (!this.loading) void this.loadWanted();
  }

  /** Loads no more frames. */
  cancel(): void {
    this.wanted = undefined;
    this.loading?.abort();
    this.loading = undefined;
  }

  [Symbol.dispose](): void {
    this.cancel();
  }

  private async loadWanted(): Promise<void> {
    for (let frame = this.wanted; frame !== undefined; frame = this.wanted) {
      const loading = new AbortController();
      this.loading = loading;
      this.wanted = undefined;
      try {
        const image = await createImageBitmap(await this.source.frame(frame / this.rate, loading.signal));
        if (!loading.signal.aborted) this.onFrame(frame, image);
        image.close();
      } catch (error) {
        if (!loading.signal.aborted) this.onFault(toFault(error));
      }
      // Another search may have begun meanwhile.
      if (this.loading !== loading) return;
    }
    this.loading = undefined;
  }
}

function toFault(error: unknown): PreviewFault {
  if (error instanceof PreviewFault) return error;
  return new PreviewFault('failed', 'The frame of the engine cannot be shown.', { cause: error });
}
