import type { Plane } from '../av/video/video-frame.ts';

/** A picture with red, green, blue and alpha, 0 to 255, of which the alpha does not count. */
export interface SmallPicture extends Plane {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in fractions of its sides. */
export interface PictureRegion {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const WHOLE_PICTURE: PictureRegion = { left: 0, top: 0, width: 1, height: 1 };

/** Longest side in pixels of the pictures that are searched. */
const LONGEST_SIDE = 256;

/** Returns the size in whole, even pixels in which a picture is searched. @param longest its longest side. */
export function searchedSizeOf(
  { width, height }: { readonly width: number; readonly height: number },
  longest = LONGEST_SIDE,
): { readonly width: number; readonly height: number } {
  const scale = longest / Math.max(width, height);
  const toEven = (side: number): number => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: toEven(width), height: toEven(height) };
}

/**
 * Scales a picture into a part of a square, whose other pixels stay 0. Returns red, green and blue of each pixel.
 *
 * @param side pixels of a side of the square.
 * @param part the rectangle of the picture in it, in pixels.
 * @param range the values of black and white.
 * @param region the part of the picture to take.
 */
export function toModelInput(
  picture: SmallPicture,
  side: number,
  part: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  [black, white]: readonly [number, number],
  region = WHOLE_PICTURE,
): Float32Array<ArrayBuffer> {
  const { data, stride } = picture;
  const input = new Float32Array(3 * side * side);
  const factor = (white - black) / 255;
  const columns = tapsOf(part.width, picture.width, region.left, region.width);
  tapsOf(part.height, picture.height, region.top, region.height).forEach(([upper, lower, down], row) => {
    columns.forEach(([left, right, across], column) => {
      const to = 3 * ((part.top + row) * side + part.left + column);
      for (let colour = 0; colour < 3; colour++) {
        const at = (y: number, x: number): number => data[y * stride + 4 * x + colour] ?? 0;
        const above = at(upper, left) + (at(upper, right) - at(upper, left)) * across;
        const below = at(lower, left) + (at(lower, right) - at(lower, left)) * across;
        input[to + colour] = black + factor * (above + (below - above) * down);
      }
    });
  });
  return input;
}

/**
 * Returns for each pixel of a side the two pixels of the source around it, and the share of the second one.
 *
 * @param to pixels of the side.
 * @param from pixels of the side of the source, of which it shows the part of a length from a start on.
 */
function tapsOf(
  to: number,
  from: number,
  start: number,
  length: number,
): (readonly [number, number, number])[] {
  return Array.from({ length: to }, (_, pixel) => {
    const place = Math.min(from - 1, Math.max(0, (start + (length * (pixel + 0.5)) / to) * from - 0.5));
    const first = Math.floor(place);
    return [first, Math.min(from - 1, first + 1), place - first] as const;
  });
}
