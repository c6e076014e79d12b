import type { BlendMode } from '../../../base/vocabulary/blend-modes.ts';
import type { Plane, Planes } from '../../av/video/video-frame.ts';
import type { Rgb } from '../../grade/colour.ts';
import { mixChannel, mixColours, mixesChannels } from '../../grade/blend-modes.ts';
import { intersect } from '../../scene/placement.ts';
import { BLUE_FROM_U, GREEN_FROM_U, GREEN_FROM_V, RED_FROM_V, RGB_PER_LUMA, rgbToYuv } from './bt709.ts';
import type { PlacedPlanes } from './paint.ts';
import type { PixelRect } from './pixel-rect.ts';

/** What a picture is mixed with. */
export interface Backdrop {
  readonly planes: Planes;
  /** The alpha of each pixel, by which its colours are multiplied. Opaque if absent. */
  readonly alpha: Plane | undefined;
}

/**
 * Mixes the colours of a picture with those below it, so that painting it in the ordinary way gives the result of a
 * blend mode (W3C Compositing and Blending Level 1, section 5.7).
 *
 * @param area the pixels of the backdrop that the picture may change.
 * @returns a picture of the same alpha. Undefined if it changes nothing.
 */
export function mixImage(
  { planes: below, alpha }: Backdrop,
  { planes, x, y }: PlacedPlanes,
  area: PixelRect,
  mode: BlendMode,
): PlacedPlanes | undefined {
  const grid = planes.fullColour ? 1 : 2;
  const seen = intersect(area, { x, y, width: planes.width, height: planes.height });
  const left = Math.floor(seen.x / grid) * grid;
  const top = Math.floor(seen.y / grid) * grid;
  const width = Math.ceil((seen.x + seen.width - left) / grid) * grid;
  const height = Math.ceil((seen.y + seen.height - top) / grid) * grid;
  if (seen.width <= 0 || seen.height <= 0) return undefined;
  const crop = (plane: Plane, step: number): Plane => ({
    data: plane.data.subarray(((top - y) / step) * plane.stride + (left - x) / step),
    stride: plane.stride,
  });
  const create = (step: number): Plane => ({
    data: new Uint8Array((width / step) * (height / step)),
    stride: width / step,
  });
  const mixed = {
    ...planes,
    width,
    height,
    y: create(1),
    u: create(grid),
    v: create(grid),
    ...(planes.alpha && { alpha: crop(planes.alpha, 1) }),
    ...(planes.chromaAlpha && { chromaAlpha: crop(planes.chromaAlpha, grid) }),
  };
  const above = { ...planes, y: crop(planes.y, 1), u: crop(planes.u, grid), v: crop(planes.v, grid) };
  const place = { left, top, width, height };
  const mix = mixerOf(mode);
  if (grid === 1) mixColourPlanes(below, alpha, above, mixed, place, mix);
  else mixVideoPlanes(below, above, mixed, place, mix);
  return { planes: mixed, x: left, y: top };
}

/** Mixes two colours with channels from 0 to 255 and writes the result into the second one. */
type Mixer = (below: Rgb, above: Rgb) => void;

/** The results of the modes that mix each channel alone, for all pairs of bytes. */
const tables = new Map<BlendMode, Uint8Array>();

function mixerOf(mode: BlendMode): Mixer {
  if (!mixesChannels(mode)) {
    return (below, above) => {
      const toShares = (colour: Rgb): Rgb => [colour[0] / 255, colour[1] / 255, colour[2] / 255];
      const mixed = mixColours(mode, toShares(below), toShares(above));
      for (let channel = 0; channel < 3; channel++) above[channel] = 255 * (mixed[channel] as number); // Three.
    };
  }
  const table =
    tables.get(mode) ??
    Uint8Array.from({ length: 256 ** 2 }, (_, at) =>
      Math.round(255 * mixChannel(mode, (at >> 8) / 255, (at & 255) / 255)),
    );
  tables.set(mode, table);
  return (below, above) => {
    for (let channel = 0; channel < 3; channel++) {
      // The casts are safe: colours have three channels, and their bytes are places in the table.
      const place = (toByte(below[channel] as number) << 8) | toByte(above[channel] as number);
      above[channel] = table[place] as number;
    }
  };
}

function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}

/** The place of a picture on its backdrop, in pixels. */
interface MixedPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Mixes green, blue and red of every pixel. */
function mixColourPlanes(
  below: Planes,
  alpha: Plane | undefined,
  above: Planes,
  mixed: Planes,
  { left, top, width, height }: MixedPlace,
  mix: Mixer,
): void {
  const [under, over]: [Rgb, Rgb] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const from = (row + top) * below.y.stride + column + left;
      const at = row * above.y.stride + column;
      const to = row * width + column;
      // The casts are safe: all places are inside of their planes.
      const share = alpha ? (alpha.data[(row + top) * alpha.stride + column + left] as number) : 255;
      const [green, blue, red] = [
        above.y.data[at] as number,
        above.u.data[at] as number,
        above.v.data[at] as number,
      ];
      [over[0], over[1], over[2]] = [red, green, blue];
      if (share > 0) {
        under[0] = ((below.v.data[from] as number) * 255) / share;
        under[1] = ((below.y.data[from] as number) * 255) / share;
        under[2] = ((below.u.data[from] as number) * 255) / share;
        mix(under, over);
      }
      const part = share / 255;
      mixed.y.data[to] = green + part * (over[1] - green) + 0.5; // Rounds to the nearest.
      mixed.u.data[to] = blue + part * (over[2] - blue) + 0.5;
      mixed.v.data[to] = red + part * (over[0] - red) + 0.5;
    }
}

/** Mixes the pictures of videos, in which four pixels share their chroma. */
function mixVideoPlanes(
  below: Planes,
  above: Planes,
  mixed: Planes,
  { left, top, width, height }: MixedPlace,
  mix: Mixer,
): void {
  const [under, over]: [Rgb, Rgb] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const lastRow = below.height - 1;
  const lastColumn = below.width - 1;
  for (let row = 0; row < height; row += 2)
    for (let column = 0; column < width; column += 2) {
      const chromaBelow = ((row + top) / 2) * below.u.stride + (column + left) / 2;
      const chromaAbove = (row / 2) * above.u.stride + column / 2;
      let [sumU, sumV] = [0, 0];
      for (let pixel = 0; pixel < 4; pixel++) {
        const [line, place] = [row + (pixel >> 1), column + (pixel & 1)];
        // The padding beyond an odd output has no backdrop: its edge is repeated.
        const from = Math.min(line + top, lastRow) * below.y.stride + Math.min(place + left, lastColumn);
        readColour(below, from, chromaBelow, under);
        readColour(above, line * above.y.stride + place, chromaAbove, over);
        mix(under, over);
        const [luma, u, v] = rgbToYuv(over[0], over[1], over[2]);
        mixed.y.data[line * width + place] = luma + 0.5; // Rounds to the nearest.
        sumU += u;
        sumV += v;
      }
      const chroma = (row * width) / 4 + column / 2;
      mixed.u.data[chroma] = sumU / 4 + 0.5;
      mixed.v.data[chroma] = sumV / 4 + 0.5;
    }
}

/** Converts a pixel to red, green and blue, 0 to 255. */
function readColour({ y, u, v }: Planes, at: number, chroma: number, colour: Rgb): void {
  // The casts are safe: both places are inside of their planes.
  const luma = (y.data[at] as number) - 16;
  const blue = (u.data[chroma] as number) - 128;
  const red = (v.data[chroma] as number) - 128;
  colour[0] = clamp(RGB_PER_LUMA * (luma + RED_FROM_V * red));
  colour[1] = clamp(RGB_PER_LUMA * (luma + GREEN_FROM_U * blue + GREEN_FROM_V * red));
  colour[2] = clamp(RGB_PER_LUMA * (luma + BLUE_FROM_U * blue));
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
