import type { StillMedia } from '../media/media.ts';
import type { Placement, Size } from '../scene/placement.ts';
import { readStill } from '../stills/still.ts';
import { cutOf, type PixelRect } from './cut.ts';
import type { Look, LookSource } from './look.ts';
import { lookOf, type Rgba } from './raster.ts';

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

/** The look of an image file. */
export function stillSource(media: StillMedia, placement: Placement, output: Size): LookSource {
  return new StillSource(async () => {
    const cut = cutOf(media, placement, output, 1);
    if (!cut) return undefined;
    const { window, target, seen } = cut;
    const pixels = await readStill(media.path, { ...window, left: window.x, top: window.y }, target);
    return lookOf(clipped(pixels, target, seen), seen, output);
  });
}

/** The part of scaled pixels that is seen. */
function clipped(pixels: Rgba, target: PixelRect, seen: PixelRect): Rgba {
  if (seen.width === pixels.width && seen.height === pixels.height) return pixels;
  const data = new Uint8Array(seen.width * seen.height * 4);
  for (let row = 0; row < seen.height; row++) {
    const from = ((row + seen.y - target.y) * pixels.width + seen.x - target.x) * 4;
    data.set(pixels.data.subarray(from, from + seen.width * 4), row * seen.width * 4);
  }
  return { data, width: seen.width, height: seen.height };
}
