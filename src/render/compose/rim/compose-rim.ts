import type { Plane } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';

/** Samples of one size with their alpha, in rows without padding. The colours are not multiplied by it. */
export interface AlphaSamples extends PixelSize {
  readonly colours: readonly Uint8Array[];
  readonly alpha: Uint8Array;
}

/** Planes of a picture and its place on other samples. */
export interface PlacedSamples extends PixelSize {
  readonly colours: readonly Plane[];
  /** Opaque if absent. */
  readonly alpha: Plane | undefined;
  readonly x: number;
  readonly y: number;
}

/** One colour with a coverage for each sample, 0 to 255. */
export interface SolidSamples {
  readonly coverage: Uint8Array;
  /** The value of the colour in each plane. */
  readonly colour: readonly number[];
}

/**
 * Writes a picture and a border over it.
 *
 * @param shown the coverage of each sample of the picture, 0 to 255.
 */
export function writeBordered(
  to: AlphaSamples,
  picture: PlacedSamples,
  shown: Uint8Array,
  border: SolidSamples | undefined,
): void {
  to.alpha.fill(0);
  const top = Math.max(0, picture.y);
  const bottom = Math.min(to.height, picture.y + picture.height);
  const left = Math.max(0, picture.x);
  const right = Math.min(to.width, picture.x + picture.width);
  for (let row = top; row < bottom && right > left; row++) {
    const start = row * to.width;
    const from = (plane: Plane): number => (row - picture.y) * plane.stride - picture.x;
    for (const [index, plane] of picture.colours.entries()) {
      const first = from(plane);
      to.colours[index]?.set(plane.data.subarray(first + left, first + right), start + left);
    }
    const { alpha } = picture;
    if (!alpha) {
      to.alpha.set(shown.subarray(start + left, start + right), start + left);
      continue;
    }
    const first = from(alpha);
    for (let column = left; column < right; column++) {
      // The casts are safe: both places are inside of their planes. Rounds to the nearest.
      const product = (alpha.data[first + column] as number) * (shown[start + column] as number) + 128;
      to.alpha[start + column] = (product + (product >> 8)) >> 8;
    }
  }
  if (border) paintOver(to, border);
}

function paintOver({ colours, alpha }: AlphaSamples, { coverage, colour }: SolidSamples): void {
  for (let at = 0; at < alpha.length; at++) {
    // The casts are safe: all lists have one value for each sample.
    const share = coverage[at] as number;
    if (share === 0) continue;
    const below = ((alpha[at] as number) * (255 - share)) / 255;
    const sum = share + below;
    for (const [index, plane] of colours.entries())
      plane[at] = (share * (colour[index] as number) + below * (plane[at] as number)) / sum + 0.5;
    alpha[at] = sum + 0.5;
  }
}

/** Paints one colour under samples. */
export function paintUnder({ colours, alpha }: AlphaSamples, { coverage, colour }: SolidSamples): void {
  for (let at = 0; at < alpha.length; at++) {
    // The casts are safe: all lists have one value for each sample.
    const above = alpha[at] as number;
    if (above === 255) continue;
    const share = ((coverage[at] as number) * (255 - above)) / 255;
    if (share === 0) continue;
    const sum = above + share;
    for (const [index, plane] of colours.entries())
      plane[at] = (share * (colour[index] as number) + above * (plane[at] as number)) / sum + 0.5;
    alpha[at] = sum + 0.5;
  }
}
