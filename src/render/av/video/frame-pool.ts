import { createVideoFrame, type Planes, planesOf, type VideoFrame } from './video-frame.ts';

/** A frame and live views of its planes. */
export interface PooledFrame {
  readonly frame: VideoFrame;
  readonly planes: Planes;
}

/**
 * A pool of frames of one size. It reuses a frame as soon as nothing else shares its pixels. Closing the
 * pool frees its frames. Pixels that something else still shares stay valid.
 */
export class FramePool implements Disposable {
  private readonly width: number;
  private readonly height: number;
  private readonly fullColour: boolean;
  private readonly alpha: boolean;
  private readonly pooledFrames: PooledFrame[] = [];

  /**
   * @param width, height size of the frames in pixels.
   * @param fullColour true for frames of stills.
   * @param alpha true if these have alpha.
   */
  constructor(width: number, height: number, fullColour = false, alpha = false) {
    this.width = width;
    this.height = height;
    this.fullColour = fullColour;
    this.alpha = alpha;
  }

  /**
   * Returns a frame whose pixels nothing else shares. The pixels still have their old content. The pool keeps
   * ownership.
   */
  take(): PooledFrame {
    const free = this.pooledFrames.find(({ frame }) => frame.isWritable);
    if (free) return free;
    const frame = createVideoFrame(this.width, this.height, this.fullColour, this.alpha);
    const pooled = { frame, planes: planesOf(frame) };
    this.pooledFrames.push(pooled);
    return pooled;
  }

  [Symbol.dispose](): void {
    for (const { frame } of this.pooledFrames) frame.free();
  }
}
