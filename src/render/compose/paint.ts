import type { Plane, Planes } from '../av/picture.ts';
import type { PixelRect } from './cut.ts';

/** A picture to paint, and the pixel of the output on which its top left corner lies (even in both directions). */
export interface Painting {
  readonly planes: Planes & { readonly chromaAlpha?: Plane };
  readonly x: number;
  readonly y: number;
}

/** One plane of one painting, all numbers in samples of that plane. */
interface Strip {
  readonly to: Plane;
  readonly from: Plane;
  readonly alpha: Plane | undefined;
  /** Where the painted rectangle begins in the output's plane and in the painting's. */
  readonly toX: number;
  readonly toY: number;
  readonly fromX: number;
  readonly fromY: number;
  readonly width: number;
  readonly height: number;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Full cover: 255 from the alpha plane times 256 from the opacity. */
const FULL = 255 * 256;

/**
 * Paints a picture over the output: copied where it is opaque, blended where it is not.
 *
 * @param area the pixels that may change; cut to the painting.
 * @param opacity 0 to 1.
 */
export function paint(output: Planes, painting: Painting, area: PixelRect, opacity: number): void {
  const { planes, x, y } = painting;
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
    opacity,
  };
  const chroma = halved(luma);
  blend({ to: output.y, from: planes.y, alpha: planes.alpha, ...luma });
  blend({ to: output.u, from: planes.u, alpha: planes.chromaAlpha, ...chroma });
  blend({ to: output.v, from: planes.v, alpha: planes.chromaAlpha, ...chroma });
}

function halved(luma: Omit<Strip, 'to' | 'from' | 'alpha'>): Omit<Strip, 'to' | 'from' | 'alpha'> {
  const toX = luma.toX >> 1;
  const toY = luma.toY >> 1;
  return {
    toX,
    toY,
    fromX: luma.fromX >> 1,
    fromY: luma.fromY >> 1,
    width: ((luma.toX + luma.width + 1) >> 1) - toX,
    height: ((luma.toY + luma.height + 1) >> 1) - toY,
    opacity: luma.opacity,
  };
}

function blend(strip: Strip): void {
  const share = Math.round(strip.opacity * 256);
  if (strip.alpha) blendAlpha(strip, strip.alpha, share);
  else if (share === 256) copy(strip);
  else blendEven(strip, share);
}

function copy({ to, from, toX, toY, fromX, fromY, width, height }: Strip): void {
  for (let row = 0; row < height; row++) {
    const start = (fromY + row) * from.stride + fromX;
    to.data.set(from.data.subarray(start, start + width), (toY + row) * to.stride + toX);
  }
}

function blendEven({ to, from, toX, toY, fromX, fromY, width, height }: Strip, share: number): void {
  const target = to.data;
  const source = from.data;
  for (let row = 0; row < height; row++) {
    let t = (toY + row) * to.stride + toX;
    let s = (fromY + row) * from.stride + fromX;
    for (const end = t + width; t < end; t++, s++) {
      const under = target[t] as number;
      target[t] = under + ((((source[s] as number) - under) * share + 128) >> 8);
    }
  }
}

function blendAlpha(
  { to, from, toX, toY, fromX, fromY, width, height }: Strip,
  alpha: Plane,
  share: number,
): void {
  const target = to.data;
  const source = from.data;
  const cover = alpha.data;
  for (let row = 0; row < height; row++) {
    let t = (toY + row) * to.stride + toX;
    let s = (fromY + row) * from.stride + fromX;
    let a = (fromY + row) * alpha.stride + fromX;
    for (const end = t + width; t < end; t++, s++, a++) {
      const amount = (cover[a] as number) * share;
      if (amount === 0) continue;
      const under = target[t] as number;
      // The half rounds; the sum is never negative, so cutting it off is rounding down.
      target[t] =
        amount === FULL
          ? (source[s] as number)
          : under + ((source[s] as number) - under) * (amount / FULL) + 0.5;
    }
  }
}

/** Fills the whole output with one colour. @param colour `#RRGGBB`. */
export function fill(output: Planes, colour: string): void {
  const [y, u, v] = yuvOf(
    Number.parseInt(colour.slice(1, 3), 16),
    Number.parseInt(colour.slice(3, 5), 16),
    Number.parseInt(colour.slice(5, 7), 16),
  );
  output.y.data.fill(Math.round(y));
  output.u.data.fill(Math.round(u));
  output.v.data.fill(Math.round(v));
}

/**
 * BT.709 in limited range (ITU-R BT.709-6, items 3.2 to 3.4 and 4.6), not rounded.
 *
 * @param red, green, blue gamma-coded, 0 to 255.
 */
export function yuvOf(red: number, green: number, blue: number): [number, number, number] {
  const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return [
    16 + (219 / 255) * luma,
    128 + (224 / 255) * ((blue - luma) / 1.8556),
    128 + (224 / 255) * ((red - luma) / 1.5748),
  ];
}
