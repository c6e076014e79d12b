import type { Plane, Planes } from '../av/picture.ts';
import { blend, copy, type Strip } from './blend.ts';
import type { PixelRect } from './cut.ts';

/** A picture to paint, and the pixel of the output on which its top left corner lies (even in both directions). */
export interface Painting {
  readonly planes: Planes & { readonly chromaAlpha?: Plane };
  readonly x: number;
  readonly y: number;
}

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
  };
  const chroma = halved(luma);
  const share = Math.round(opacity * 256);
  const put = (strip: Strip): void => (!strip.alpha && share === 256 ? copy(strip) : blend(strip, share));
  put({ to: output.y, from: planes.y, alpha: planes.alpha, ...luma });
  put({ to: output.u, from: planes.u, alpha: planes.chromaAlpha, ...chroma });
  put({ to: output.v, from: planes.v, alpha: planes.chromaAlpha, ...chroma });
}

type Place = Omit<Strip, 'to' | 'from' | 'alpha'>;

function halved(luma: Place): Place {
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
