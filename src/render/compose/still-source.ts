import type { StillMedia } from '../media/media.ts';
import type { DrawnAsset } from '../resolve/timeline.ts';
import type { Placement, Size } from '../scene/placement.ts';
import { readStill } from '../stills/still.ts';
import { cutOf, type PixelRect } from './cut.ts';
import { drawingOf } from './asset-drawing.ts';
import { drawn } from './drawing.ts';
import type { Look, LookSource } from './look.ts';
import { rasterOf, type Rgba } from './raster.ts';

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

/** The look of what we draw ourselves. @param frame size in pixels of the box of the clip, or of the output. */
export function drawnSource(asset: DrawnAsset, frame: Size, placement: Placement, output: Size): LookSource {
  return new StillSource(async () => {
    const found = drawn(await drawingOf(asset, frame), placement, output);
    return found && lookOf(found.pixels, found, output);
  });
}

function lookOf(pixels: Rgba, at: PixelRect, output: Size): Look {
  const painting = rasterOf(pixels, at.x, at.y);
  const whole = at.x === 0 && at.y === 0 && at.width === output.width && at.height === output.height;
  return {
    ...painting,
    area: { x: 0, y: 0, width: output.width, height: output.height },
    covers: whole && !painting.planes.alpha,
  };
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
