import { BLUE_FROM_U, GREEN_FROM_U, GREEN_FROM_V, RED_FROM_V, WHITE } from './bt709.ts';
import type { Keyed } from './keyed-edges.ts';
import type { Rgba } from './raster.ts';

/** A step of Y in steps of red, green and blue. */
const LUMA = 255 / WHITE;

/** The pixels of what a key has left. @param into room for four bytes for each of them. */
export function keyedPixels({ width, height, y, u, v, alpha }: Keyed, into: Uint8ClampedArray): Rgba {
  for (let at = 0, to = 0; at < alpha.length; at++, to += 4) {
    // Inside the picture there is always a number.
    const cover = alpha[at] as number;
    into[to + 3] = cover;
    if (cover === 0) {
      into[to] = into[to + 1] = into[to + 2] = 0;
      continue;
    }
    const luma = LUMA * ((y[at] as number) - 16);
    const cb = LUMA * ((u[at] as number) - 128);
    const cr = LUMA * ((v[at] as number) - 128);
    // The array rounds, and clamps.
    into[to] = luma + RED_FROM_V * cr;
    into[to + 1] = luma + GREEN_FROM_U * cb + GREEN_FROM_V * cr;
    into[to + 2] = luma + BLUE_FROM_U * cb;
  }
  return { data: into, width, height };
}
