import { LUMA_WEIGHTS } from '../../grade/colour.ts';
import type { SpatialValues, ValuesOf } from '../../grade/filter-values.ts';
import { emptyLike, type FloatPicture } from './float-picture.ts';
import { blurAlong } from './directional-blur.ts';
import { blurGaussian } from './gaussian.ts';

/**
 * Applies a filter whose result depends on the pixels around. All of them work on gamma-coded values.
 *
 * @param picture the picture, which may be changed.
 * @param scale its pixels per pixel of the output.
 */
export function applySpatial(picture: FloatPicture, values: SpatialValues, scale: number): FloatPicture {
  switch (values.type) {
    case 'blur':
      return blurGaussian(picture, scale * values.radius);
    case 'directionalBlur':
      return blurAlong(picture, scale * values.length, ((values.angle ?? 0) * Math.PI) / 180);
    case 'sharpen':
      return sharpen(picture, values.amount, scale * (values.radius ?? 1));
    case 'pixelate':
      return pixelate(picture, scale * values.size);
    case 'glow':
      return addGlow(picture, values, scale);
    case 'chromaticAberration':
      return shiftColours(picture, scale * values.value);
    case 'edges':
      return showEdges(picture, values.value ?? 1);
  }
}

// The casts below are safe because all indexes are inside the pictures.

/** Reads a channel between pixels. Beyond the edges, the edge pixels are repeated. */
function sampleAt({ data, width, height }: FloatPicture, x: number, y: number, channel: number): number {
  const across = Math.min(width - 1, Math.max(0, x));
  const down = Math.min(height - 1, Math.max(0, y));
  const [left, top] = [Math.floor(across), Math.floor(down)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [share, part] = [across - left, down - top];
  const at = (column: number, row: number): number => data[4 * (row * width + column) + channel] as number;
  const upper = at(left, top) * (1 - share) + at(right, top) * share;
  return upper * (1 - part) + (at(left, bottom) * (1 - share) + at(right, bottom) * share) * part;
}

/** Adds to each colour its difference from the mean of the colours around, without the transparent ones. */
function sharpen(picture: FloatPicture, amount: number, sigma: number): FloatPicture {
  const { data } = picture;
  const blurred = blurGaussian(picture, sigma).data;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 0) continue;
    const share = alpha / (blurred[at + 3] as number);
    for (let channel = at; channel < at + 3; channel++) {
      const value = data[channel] as number;
      data[channel] = clampTo(alpha, value + amount * (value - share * (blurred[channel] as number)));
    }
  }
  return picture;
}

/** Fills squares with their mean. They begin at the top left corner. */
function pixelate(picture: FloatPicture, size: number): FloatPicture {
  const { data, width, height } = picture;
  const columnOf = Array.from({ length: width }, (_, column) => Math.floor(column / size));
  const across = (columnOf.at(-1) ?? 0) + 1;
  for (let top = 0; top < height;) {
    const bottom = Math.min(height, Math.max(top + 1, Math.ceil((Math.floor(top / size) + 1) * size)));
    const sums = new Float64Array(4 * across);
    const counts = new Uint32Array(across);
    for (let row = top; row < bottom; row++)
      for (let column = 0; column < width; column++) {
        const cell = columnOf[column] as number;
        counts[cell] = (counts[cell] as number) + 1;
        for (let channel = 0; channel < 4; channel++)
          sums[4 * cell + channel] =
            (sums[4 * cell + channel] as number) + (data[4 * (row * width + column) + channel] as number);
      }
    for (let row = top; row < bottom; row++)
      for (let column = 0; column < width; column++) {
        const cell = columnOf[column] as number;
        for (let channel = 0; channel < 4; channel++)
          data[4 * (row * width + column) + channel] =
            (sums[4 * cell + channel] as number) / (counts[cell] as number);
      }
    top = bottom;
  }
  return picture;
}

/** Adds the light around bright parts, by the blend mode `screen`. */
function addGlow(
  picture: FloatPicture,
  { amount, radius = 20, threshold = 0.6 }: ValuesOf<'glow'>,
  scale: number,
): FloatPicture {
  const { data } = picture;
  const bright = emptyLike(picture);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 0) continue;
    const part = Math.min(
      1,
      Math.max(0, (lumaAt(data, at) / alpha - threshold) / Math.max(0.001, 1 - threshold)),
    );
    const share = part * part * (3 - 2 * part);
    for (let channel = 0; channel < 3; channel++)
      bright.data[at + channel] = share * (data[at + channel] as number);
  }
  const light = blurGaussian(bright, scale * radius).data;
  for (let at = 0; at < data.length; at++) {
    if (at % 4 === 3) continue;
    const alpha = data[at | 3] as number;
    const added = Math.min(255, amount * (light[at] as number)) / 255;
    const value = data[at] as number;
    data[at] = clampTo(alpha, value + added * (alpha - value));
  }
  return picture;
}

/** Enlarges red and reduces blue about the middle. @param shift pixels by which a corner moves. */
function shiftColours(picture: FloatPicture, shift: number): FloatPicture {
  const { width, height, data } = picture;
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  const share = shift / Math.hypot(width / 2, height / 2);
  const shifted = emptyLike(picture);
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at += 4) {
      const [x, y] = [share * (column - middleX), share * (row - middleY)];
      const alpha = data[at + 3] as number;
      shifted.data[at] = clampTo(alpha, sampleAt(picture, column - x, row - y, 0));
      shifted.data[at + 1] = data[at + 1] as number;
      shifted.data[at + 2] = clampTo(alpha, sampleAt(picture, column + x, row + y, 2));
      shifted.data[at + 3] = alpha;
    }
  return shifted;
}

/** Shows the slope of the luma by the operator of Sobel. @param share share of the result. */
function showEdges(picture: FloatPicture, share: number): FloatPicture {
  const { width, height, data } = picture;
  const lumas = new Float32Array(width * height);
  for (let pixel = 0; pixel < lumas.length; pixel++) lumas[pixel] = lumaAt(data, 4 * pixel);
  for (let row = 0, at = 0; row < height; row++) {
    const [above, here, below] = [
      Math.max(0, row - 1) * width,
      row * width,
      Math.min(height - 1, row + 1) * width,
    ];
    for (let column = 0; column < width; column++, at += 4) {
      const [left, right] = [Math.max(0, column - 1), Math.min(width - 1, column + 1)];
      const topLeft = lumas[above + left] as number;
      const topRight = lumas[above + right] as number;
      const bottomLeft = lumas[below + left] as number;
      const bottomRight = lumas[below + right] as number;
      const across =
        topRight -
        topLeft +
        bottomRight -
        bottomLeft +
        2 * ((lumas[here + right] as number) - (lumas[here + left] as number));
      const down =
        bottomLeft -
        topLeft +
        bottomRight -
        topRight +
        2 * ((lumas[below + column] as number) - (lumas[above + column] as number));
      const edge = Math.min(data[at + 3] as number, Math.sqrt(across * across + down * down));
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = (data[at + channel] as number) * (1 - share) + edge * share;
    }
  }
  return picture;
}

function lumaAt(data: Float32Array, at: number): number {
  const [red, green, blue] = LUMA_WEIGHTS;
  return red * (data[at] as number) + green * (data[at + 1] as number) + blue * (data[at + 2] as number);
}

function clampTo(most: number, value: number): number {
  return value < 0 ? 0 : value > most ? most : value;
}
