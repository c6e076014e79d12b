import type { Plane } from '../av/picture.ts';
import { inverse, type Matrix } from '../scene/matrix.ts';
import type { Rect, Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';
import type { PixelRect } from './cut.ts';
import type { Light } from './light.ts';

/** Above so many pixels of a matte to one of the output it is halved first: what is between two pixels would be skipped. */
const SMALL = 1.5;

/**
 * The light of a matte at each pixel of the output as its layer lies: stretched over what would be seen without a crop, and
 * turned and moved with it. Beyond the matte its outermost pixels go on.
 *
 * @param area whole pixels of the output.
 * @param into as many bytes as the area has pixels, or more: 0 (hidden) to 255 (seen), rows without padding.
 */
export function spread(
  light: Light,
  layer: Pick<Layer, 'matrix' | 'uncropped'>,
  area: PixelRect,
  into: Uint8Array,
): void {
  const back = inverse(layer.matrix);
  if (!back) return void into.fill(0);
  let fitting = light;
  let to = placesIn(fitting, back, layer.uncropped, area);
  while (pace(to) > SMALL && Math.min(fitting.width, fitting.height) > 1) {
    fitting = halved(fitting);
    to = placesIn(fitting, back, layer.uncropped, area);
  }
  if (isExact(to)) copy(fitting, to.e, to.f, area, into);
  else mix(fitting, to, area, into);
}

/** Multiplies shares of 255, in rows without padding, by others. */
export function multiply(shares: Uint8Array, { data, stride }: Plane, { width, height }: Size): void {
  for (let row = 0, at = 0; row < height; row++) {
    let from = row * stride;
    for (const end = at + width; at < end; at++, from++) {
      // Inside both there is always a number. A product of bytes divided by 255, exactly rounded.
      const product = (shares[at] as number) * (data[from] as number) + 128;
      shares[at] = (product + (product >> 8)) >> 8;
    }
  }
}

/** Which place of a matte lies under which pixel of an area; 0, 0 is the middle of the first pixel of both. */
function placesIn({ width, height }: Light, back: Matrix, over: Rect, area: PixelRect): Matrix {
  const [across, down] = [width / over.width, height / over.height];
  const [x, y] = [area.x + 0.5, area.y + 0.5];
  return {
    a: back.a * across,
    b: back.b * down,
    c: back.c * across,
    d: back.d * down,
    e: (back.a * x + back.c * y + back.e - over.x) * across - 0.5,
    f: (back.b * x + back.d * y + back.f - over.y) * down - 0.5,
  };
}

/** Pixels of the matte from one pixel to the next. */
function pace({ a, b, c, d }: Matrix): number {
  return Math.max(Math.hypot(a, b), Math.hypot(c, d));
}

function isExact({ a, b, c, d, e, f }: Matrix): boolean {
  return a === 1 && b === 0 && c === 0 && d === 1 && Number.isInteger(e) && Number.isInteger(f);
}

/** The mean of each four pixels. */
function halved(light: Light): Light {
  const [width, height] = [Math.ceil(light.width / 2), Math.ceil(light.height / 2)];
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const upper = 2 * row * light.width;
    const lower = Math.min(2 * row + 1, light.height - 1) * light.width;
    for (let column = 0; column < width; column++) {
      const left = 2 * column;
      const right = Math.min(left + 1, light.width - 1);
      // All four are inside.
      const sum =
        (light.data[upper + left] as number) +
        (light.data[upper + right] as number) +
        (light.data[lower + left] as number) +
        (light.data[lower + right] as number);
      data[row * width + column] = (sum + 2) >> 2;
    }
  }
  return { ...light, data, width, height };
}

/** Where the pixels of the matte lie on those of the area. */
function copy(light: Light, left: number, top: number, area: PixelRect, into: Uint8Array): void {
  const { data, width, height } = light;
  const before = within(-left, area.width);
  const after = within(width - left, area.width);
  for (let row = 0; row < area.height; row++) {
    const from = within(row + top, height - 1) * width;
    const to = row * area.width;
    // Inside the matte there is always a number.
    into.fill(data[from] as number, to, to + before);
    into.set(data.subarray(from + left + before, from + left + Math.max(before, after)), to + before);
    into.fill(data[from + width - 1] as number, to + Math.max(before, after), to + area.width);
  }
}

/** In straight lines between the four pixels around each place. */
function mix({ data, width, height }: Light, to: Matrix, area: PixelRect, into: Uint8Array): void {
  const [right, bottom] = [width - 1, height - 1];
  for (let row = 0, at = 0; row < area.height; row++) {
    let u = to.c * row + to.e;
    let v = to.d * row + to.f;
    for (const end = at + area.width; at < end; at++, u += to.a, v += to.b) {
      const x = u < 0 ? 0 : u > right ? right : u;
      const y = v < 0 ? 0 : v > bottom ? bottom : v;
      const [column, line] = [x | 0, y | 0];
      const upper = line * width + column;
      const lower = line < bottom ? upper + width : upper;
      const next = column < right ? 1 : 0;
      // All four are inside.
      const above = mean(data[upper] as number, data[upper + next] as number, x - column);
      const below = mean(data[lower] as number, data[lower + next] as number, x - column);
      // The half rounds.
      into[at] = mean(above, below, y - line) + 0.5;
    }
  }
}

function mean(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
