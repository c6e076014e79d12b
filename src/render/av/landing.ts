import { Frame } from 'node-av';
import { check } from './check.ts';
import { type Views, viewsOf } from './picture.ts';

/**
 * Where pictures that are looked at one after the other are copied to, each over the one before: the views of its memory are made once.
 * V8 counts a view of a picture in FFmpeg's memory as if it held that memory, so that with views of every picture it would collect all
 * garbage every few pictures, which takes ten times as long as the copy. Close it with `using`.
 */
export class Landing implements Disposable {
  private place: { readonly frame: Frame; readonly views: Views } | undefined;

  /** Copies a picture; the caller frees it. @returns views that are valid until the next one. */
  take(picture: Frame): Views {
    const { frame, views } = (this.place = this.placeFor(picture));
    check(frame.copy(picture), 'copy a picture');
    return views;
  }

  [Symbol.dispose](): void {
    this.place?.frame.free();
    this.place = undefined;
  }

  private placeFor({ width, height, format }: Frame): { readonly frame: Frame; readonly views: Views } {
    const { place } = this;
    if (place?.frame.width === width && place.frame.height === height && place.frame.format === format)
      return place;
    this[Symbol.dispose]();
    const frame = new Frame();
    frame.alloc();
    Object.assign(frame, { width, height, format });
    check(frame.getBuffer(), 'take memory for a picture');
    return { frame, views: viewsOf(frame) };
  }
}
