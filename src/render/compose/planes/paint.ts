import { parseColour } from '../../../base/colour.ts';
import type { Plane, Planes } from '../../av/video/video-frame.ts';
import { blendRegion, copyRegion, type PlaneRegion } from './blend.ts';
import { rgbToYuv } from './bt709.ts';
import type { PixelRect } from './pixel-rect.ts';

/**
 * Planes with an additional alpha plane of the same size as their chroma. In full colour, both alpha planes are
 * the same.
 */
export type AlphaPlanes = Planes & { readonly chromaAlpha?: Plane };

/** A picture to paint at a position of the output. */
export interface PlacedPlanes {
  readonly planes: AlphaPlanes;
  /**
   * Position of the picture's top left corner on the output, in pixels. `x` and `y` are even, unless the planes
   * are in full colour.
   */
  readonly x: number;
  readonly y: number;
}

/**
 * Paints a picture over the output. Opaque planes are copied, others are blended. If the output has alpha, its
 * colours are premultiplied.
 *
 * @param output the planes to paint on.
 * @param image the picture, in full colour if the output is.
 * @param area the pixels of the output that may change.
 * @param opacity 0 to 1.
 */
export function paint(output: Planes, image: PlacedPlanes, area: PixelRect, opacity: number): void {
  const { planes, x, y } = image;
  const left = Math.max(area.x, x);
  const top = Math.max(area.y, y);
  const right = Math.min(area.x + area.width, x + planes.width);
  const bottom = Math.min(area.y + area.height, y + planes.height);
  if (right <= left || bottom <= top) return;
  const luma = {
    toX: left,
    toY: top,
    fromX: left - x,
    fromY: top - y,
    width: right - left,
    height: bottom - top,
  };
  const chroma = output.fullColour ? luma : toChromaPosition(luma);
  const weight = Math.round(opacity * 256);
  const paintRegion = (region: PlaneRegion): void =>
    !region.alpha && weight === 256 ? copyRegion(region) : blendRegion(region, weight);
  paintRegion({ to: output.y, from: planes.y, alpha: planes.alpha, ...luma });
  paintRegion({ to: output.u, from: planes.u, alpha: planes.chromaAlpha, ...chroma });
  paintRegion({ to: output.v, from: planes.v, alpha: planes.chromaAlpha, ...chroma });
  if (output.alpha)
    paintRegion({ to: output.alpha, from: opaquePlane(planes.width), alpha: planes.alpha, ...luma });
}

/** A row of opaque samples. */
let opaqueRow = new Uint8Array(4096).fill(255);

/** Returns a plane of opaque samples, whose rows are all the same memory. */
function opaquePlane(width: number): Plane {
  if (opaqueRow.length < width) opaqueRow = new Uint8Array(width).fill(255);
  return { data: opaqueRow, stride: 0 };
}

type RegionPosition = Omit<PlaneRegion, 'to' | 'from' | 'alpha'>;

function toChromaPosition(luma: RegionPosition): RegionPosition {
  const toX = luma.toX >> 1;
  const toY = luma.toY >> 1;
  return {
    toX,
    toY,
    fromX: luma.fromX >> 1,
    fromY: luma.fromY >> 1,
    width: ((luma.toX + luma.width + 1) >> 1) - toX,
    height: ((luma.toY + luma.height + 1) >> 1) - toY,
  };
}

/** Makes the whole output transparent. */
export function clear(output: Planes): void {
  for (const plane of [output.y, output.u, output.v, output.alpha]) plane?.data.fill(0);
}

/** Fills the whole output with one opaque colour. @param colour `#RGB` or `#RRGGBB`. */
export function fill(output: Planes, colour: string): void {
  const { red, green, blue } = parseColour(colour);
  const [y, u, v] = output.fullColour ? [green, blue, red] : rgbToYuv(red, green, blue);
  output.y.data.fill(Math.round(y));
  output.u.data.fill(Math.round(u));
  output.v.data.fill(Math.round(v));
}
