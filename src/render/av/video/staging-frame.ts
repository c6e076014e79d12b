import { Frame } from 'node-av';
import { check } from '../check.ts';
import { type FrameViews, viewsOf } from './video-frame.ts';

/**
 * Where pictures that are looked at one after the other are copied to, each over the one before: the views of its memory are made once.
 * V8 counts a view of a picture in FFmpeg's memory as if it held that memory, so that with views of every picture it would collect all
 * garbage every few pictures, which takes ten times as long as the copy. Close it with `using`.
 */
export class StagingFrame implements Disposable {
  private buffer: { readonly frame: Frame; readonly views: FrameViews } | undefined;

  /** Copies a picture; the caller frees it. @returns views that are valid until the next one. */
  load(source: Frame): FrameViews {
    const { frame, views } = (this.buffer = this.bufferFor(source));
    check(frame.copy(source), 'copy a picture');
    return views;
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
    check(frame.getBuffer(), 'take memory for a picture');
    return { frame, views: viewsOf(frame) };
  }
}
