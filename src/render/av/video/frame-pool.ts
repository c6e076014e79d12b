import { createVideoFrame, type Planes, planesOf, type VideoFrame } from './video-frame.ts';

/** A picture and the live view of its pixels. */
export interface PooledFrame {
  readonly frame: VideoFrame;
  readonly planes: Planes;
}

/**
 * Pictures of one size that are painted again as soon as nobody else holds them: no new memory for each frame. Closing
 * it frees them; whoever still shares one keeps its pixels.
 */
export class FramePool implements Disposable {
  private readonly width: number;
  private readonly height: number;
  private readonly pooledFrames: PooledFrame[] = [];

  /** @param width, height in pixels. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /** A picture that nobody shares, with whatever was painted on it before. It stays the pool's own. */
  take(): PooledFrame {
    const free = this.pooledFrames.find(({ frame }) => frame.isWritable);
    if (free) return free;
    const frame = createVideoFrame(this.width, this.height);
    const pooled = { frame, planes: planesOf(frame) };
    this.pooledFrames.push(pooled);
    return pooled;
  }

  [Symbol.dispose](): void {
    for (const { frame } of this.pooledFrames) frame.free();
  }
}
