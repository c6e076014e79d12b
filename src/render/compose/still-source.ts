import type { StillMedia } from '../media/media.ts';
import type { Placement, Size } from '../scene/placement.ts';
import { blurred } from '../stills/blurred.ts';
import { type Pixels, readStill } from '../stills/still.ts';
import { cutOf, type PixelRect } from './cut.ts';
import type { Look, LookSource } from './look.ts';
import { lookOf } from './raster.ts';

/** A picture that does not change: made when it is first seen. */
class StillSource implements LookSource {
  private readonly make: () => Promise<Look | undefined>;
  private made: Promise<Look | undefined> | undefined;

  constructor(make: () => Promise<Look | undefined>) {
    this.make = make;
  }

  at(): Promise<Look | undefined> {
    return (this.made ??= this.make());
  }

  [Symbol.dispose](): void {
    this.made = undefined;
  }
}

/** The look of an image file. @param blur sigma of a Gaussian blur in pixels, 0 for none. */
export function stillSource(media: StillMedia, placement: Placement, output: Size, blur = 0): LookSource {
  return new StillSource(async () => {
    const cut = cutOf(media, placement, output, 1);
    if (!cut) return undefined;
    const { window, target, seen } = cut;
    const pixels = await readStill(media.path, { ...window, left: window.x, top: window.y }, target);
    return lookOf(await blurred(clipped(pixels, target, seen), blur), seen, output);
  });
}

/** The part of scaled pixels that is seen. */
function clipped(pixels: Pixels, target: PixelRect, seen: PixelRect): Pixels {
  if (seen.width === pixels.width && seen.height === pixels.height) return pixels;
  const data = new Uint8Array(seen.width * seen.height * 4);
  for (let row = 0; row < seen.height; row++) {
    const from = ((row + seen.y - target.y) * pixels.width + seen.x - target.x) * 4;
    data.set(pixels.data.subarray(from, from + seen.width * 4), row * seen.width * 4);
  }
  return { data, width: seen.width, height: seen.height };
}
