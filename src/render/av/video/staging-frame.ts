import { Frame } from '../ffmpeg.ts';
import { check, requireValue } from '../check.ts';
import { type FrameViews, viewsOf } from './video-frame.ts';

/**
 * A reusable buffer for reading the pixels of one frame after another. It creates views of its memory only
 * once. V8 counts a view of FFmpeg's memory as if it owned that memory. New views for every frame would
 * cause a full garbage collection every few frames, which takes ten times as long as copying the pixels.
 * Close it with `using`.
 */
export class StagingFrame implements Disposable {
  private buffer: { readonly frame: Frame; readonly views: FrameViews } | undefined;

  /**
   * Copies a frame, which the caller still owns.
   *
   * @returns views of the copy, valid until the next call.
   * @throws {MediaError} if FFmpeg fails.
   */
  load(source: Frame): FrameViews {
    const { frame, views } = (this.buffer = this.bufferFor(source));
    check(frame.copy(source), 'copy the frame');
    return views;
  }

  /**
   * Returns a frame that shares the pixels of the buffer, which may have been changed. The caller frees it.
   *
   * @param source the frame that was loaded. Its time and its colour tags are those of the result.
   * @throws {MediaError} if FFmpeg fails.
   */
  share(source: Frame): Frame {
    const { frame } = requireValue(this.buffer, 'share the frame');
    check(frame.copyProps(source), 'share the frame');
    return requireValue(frame.clone(), 'share the frame');
  }

  [Symbol.dispose](): void {
    this.buffer?.frame.free();
    this.buffer = undefined;
  }

  private bufferFor({ width, height, format }: Frame): { readonly frame: Frame; readonly views: FrameViews } {
    const { buffer } = this;
    if (buffer?.frame.width === width && buffer.frame.height === height && buffer.frame.format === format)
      return buffer;
    this[Symbol.dispose]();
    const frame = new Frame();
    frame.alloc();
    Object.assign(frame, { width, height, format });
    check(frame.getBuffer(), 'allocate the video frame');
    return { frame, views: viewsOf(frame) };
  }
}
