import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { Seconds } from '../../base/time.ts';
import { shrinkOf } from '../draw/picture-limit.ts';
import type { StillMedia } from '../media/media.ts';
import type { Rect, Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';
import { readStill } from '../stills/still.ts';
import { areOpaque, type Rgba } from './raster.ts';

/**
 * A picture that can be drawn turned and at any size. It has a border of {@link BORDER} pixels more than is shown, because
 * a canvas does not draw the last column of an image that ends within a pixel.
 */
export interface Sheet {
  /** Its pixels with the border, which Skia draws. */
  readonly canvas: Canvas;
  /** How many these are. */
  readonly size: Size;
  /** The same without the border, where they are at hand: who takes these needs no canvas. */
  readonly pixels?: Rgba;
  /** Where the canvas with its border lies, in fractions of the whole picture, which is 0, 0, 1, 1. */
  readonly part: Rect;
  /** Where there is something on it, in such fractions; anywhere when absent. */
  readonly ink?: Rect;
  /** Whether all of it is opaque; perhaps it is when absent. */
  readonly isOpaque?: boolean;
}

/** Width of the border in pixels of the sheet. */
export const BORDER = 2;

/** Gives the sheets of one clip. */
export interface SheetSource extends Disposable {
  /**
   * The sheet of a moment; the same object again means that nothing has changed. It is valid until the next call.
   *
   * @param time seconds since the clip began.
   * @param layer how it is seen: of what is too large for one sheet, only that part is wanted.
   */
  at(time: Seconds, layer?: Layer): Promise<Sheet | undefined>;
}

/** A sheet that does not change: made when it is first seen. */
class OneSheet implements SheetSource {
  private readonly make: () => Promise<Sheet>;
  private made: Promise<Sheet> | undefined;

  constructor(make: () => Promise<Sheet>) {
    this.make = make;
  }

  at(): Promise<Sheet> {
    return (this.made ??= this.make());
  }

  [Symbol.dispose](): void {
    this.made = undefined;
  }
}

/** The sheet of an image file. @param largest the largest size in pixels that it is seen in. */
export function stillSheet(media: StillMedia, largest: Size): SheetSource {
  return new OneSheet(async () => {
    const window = { left: 0, top: 0, width: media.width, height: media.height };
    const pixels = await readStill(media.path, window, sheetSize(largest, media));
    return sheetOf(pixels);
  });
}

/**
 * As many pixels as the largest size needs, never more than the source has.
 *
 * @param source size of the source in pixels; absent: it can be drawn in any size.
 */
export function sheetSize(largest: Size, source: Size = largest): Size {
  const width = Math.max(1, Math.min(largest.width, source.width));
  const height = Math.max(1, Math.min(largest.height, source.height));
  const shrink = shrinkOf({ width, height });
  return { width: Math.ceil(width * shrink), height: Math.ceil(height * shrink) };
}

/** What sheets of one size are made on, each over the one before: to take so much memory for each takes longer than to fill it. */
export class SheetRoom {
  private made: { readonly canvas: Canvas; readonly image: ImageData } | undefined;

  /** The canvas, with pixels and their border on it. @param size with the border, the same each time. */
  canvasOf(pixels: Rgba, { width, height }: Size): Canvas {
    this.made ??= { canvas: createCanvas(width, height), image: new ImageData(width, height) };
    const { canvas, image } = this.made;
    putBordered(pixels, image);
    canvas.getContext('2d').putImageData(image, 0, 0);
    return canvas;
  }
}

/**
 * The sheet of pixels; the border repeats the outermost ones.
 *
 * @param room for pixels of this size. @param isOpaque whether all of them are opaque.
 */
export function sheetOf(pixels: Rgba, room = new SheetRoom(), isOpaque = areOpaque(pixels)): Sheet {
  const { width, height } = pixels;
  const size = { width: width + 2 * BORDER, height: height + 2 * BORDER };
  const part = {
    x: -BORDER / width,
    y: -BORDER / height,
    width: size.width / width,
    height: size.height / height,
  };
  let canvas: Canvas | undefined;
  return {
    ...{ pixels, size, part, isOpaque },
    // Most opaque sheets are never asked for it.
    get canvas() {
      return (canvas ??= room.canvasOf(pixels, size));
    },
  };
}

function putBordered({ data, width, height }: Rgba, image: ImageData): void {
  const result = image.data;
  const line = image.width * 4;
  for (let row = 0; row < image.height; row++) {
    const from = Math.min(height - 1, Math.max(0, row - BORDER)) * width * 4;
    const to = row * line;
    result.set(data.subarray(from, from + width * 4), to + BORDER * 4);
    for (let column = 0; column < BORDER; column++) {
      result.set(data.subarray(from, from + 4), to + column * 4);
      result.set(data.subarray(from + (width - 1) * 4, from + width * 4), to + line - (column + 1) * 4);
    }
  }
}
