import type { Plane, Planes } from '../../av/video/video-frame.ts';
import type { AlphaPlanes } from '../planes/paint.ts';

/** The chroma planes of a result, and the alpha with which they are blended. */
type HalvedPlanes = Pick<AlphaPlanes, 'u' | 'v'> & { readonly chromaAlpha: Plane };

/**
 * Halves the chroma of planes that have chroma for every pixel, weighted by alpha: transparent pixels add no
 * colour to an edge. A chroma sample sits between two rows and on the left one of two columns, as in
 * `rasterize`.
 *
 * @param planes planes of an even size. The result shares their luma.
 * @param alpha the alpha of the planes. The result shares it.
 */
export function halveChroma(planes: Planes, alpha: Plane): AlphaPlanes {
  const { width, height, y } = planes;
  const stride = width / 2;
  const createPlane = () => ({ data: new Uint8Array((stride * height) / 2), stride });
  const halved = { u: createPlane(), v: createPlane(), chromaAlpha: createPlane() };
  for (let row = 0; row < height / 2; row++) halveRow(row, planes, alpha, halved);
  return { width, height, y, alpha, ...halved };
}

function halveRow(row: number, planes: Planes, alpha: Plane, halved: HalvedPlanes): void {
  const { width } = planes;
  const { u, v, chromaAlpha } = halved;
  for (let column = 0, to = row * u.stride; column < width; column += 2, to++) {
    // The first column has no left neighbour, so the column itself is repeated.
    const left = column > 0 ? column - 1 : column;
    const shares = sumAround(alpha, row, left, column);
    chromaAlpha.data[to] = (shares + 4) >> 3;
    if (shares === 0) {
      u.data[to] = 128;
      v.data[to] = 128;
    } else if (shares === 8 * 255) {
      u.data[to] = (sumAround(planes.u, row, left, column) + 4) >> 3;
      v.data[to] = (sumAround(planes.v, row, left, column) + 4) >> 3;
    } else {
      weighSample(row, column, planes, alpha, halved, to);
    }
  }
}

/** Returns the sum of the six pixels of a chroma sample. Those in the middle column count twice. */
function sumAround({ data, stride }: Plane, row: number, left: number, column: number): number {
  const upper = 2 * row * stride;
  const lower = upper + stride;
  // The casts are safe because all indexes are inside the planes.
  return (
    (data[upper + left] as number) +
    2 * (data[upper + column] as number) +
    (data[upper + column + 1] as number) +
    (data[lower + left] as number) +
    2 * (data[lower + column] as number) +
    (data[lower + column + 1] as number)
  );
}

/** Writes the chroma of a sample that is not wholly transparent. */
function weighSample(
  row: number,
  column: number,
  { u: fullU, v: fullV }: Planes,
  alpha: Plane,
  { u, v }: HalvedPlanes,
  to: number,
): void {
  let shares = 0;
  let blue = 0;
  let red = 0;
  for (let line = 2 * row; line < 2 * row + 2; line++) {
    for (let step = -1; step <= 1; step++) {
      const at = column + step < 0 ? 0 : column + step;
      const share = (alpha.data[line * alpha.stride + at] as number) * (step === 0 ? 2 : 1);
      shares += share;
      blue += share * (fullU.data[line * fullU.stride + at] as number);
      red += share * (fullV.data[line * fullV.stride + at] as number);
    }
  }
  // The 0.5 rounds to the nearest.
  u.data[to] = blue / shares + 0.5;
  v.data[to] = red / shares + 0.5;
}
