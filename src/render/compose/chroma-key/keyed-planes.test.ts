import { expect, it } from 'vitest';
import type { Planes } from '../../av/video/video-frame.ts';
import { resolveChromaKey } from '../../resolve/chroma-key.ts';
import { KeyedPlanes } from './keyed-planes.ts';
import { parsePlane, formatRows } from '../planes/planes.fixture.ts';

// #00b140 in BT.709, limited range (128.7, 96.2, 54.8), and a grey.
const [KEY, GREY] = [
  [129, 96, 55],
  [120, 128, 128],
] as const;

/**
 * Creates planes with chroma for every pixel.
 *
 * @param columns the grey columns. All others have the colour of the key.
 */
function createPlanes(width: number, columns: readonly number[], alpha?: string): Planes {
  const row = (sample: 0 | 1 | 2): string =>
    Array.from({ length: width }, (_, column) => (columns.includes(column) ? GREY : KEY)[sample]).join(' ');
  const plane = (sample: 0 | 1 | 2) => parsePlane(row(sample), row(sample));
  return {
    width,
    height: 2,
    y: plane(0),
    u: plane(1),
    v: plane(2),
    ...(alpha && { alpha: parsePlane(alpha, alpha) }),
  };
}

function keyed(from: Planes) {
  const { y, u, v, alpha, chromaAlpha } = new KeyedPlanes(
    resolveChromaKey({ color: '#00b140' }),
    from,
    1,
  ).read(from);
  return {
    y: formatRows(y),
    u: formatRows(u),
    v: formatRows(v),
    alpha: formatRows(alpha!),
    chromaAlpha: formatRows(chromaAlpha!),
  };
}

it('removes the key from every pixel, and leaves none of its chroma in the neighbouring samples', () => {
  const { y, u, v, alpha, chromaAlpha } = keyed(createPlanes(6, [3, 4, 5]));
  expect(alpha).toEqual(['0 0 0 255 255 255', '0 0 0 255 255 255']);
  expect(y[0]!.split(' ').slice(3)).toEqual(['120', '120', '120']);
  // The middle sample contains a quarter of grey, and the last one only grey. Neither contains green.
  expect(u).toEqual(['128 128 128']);
  expect(v).toEqual(['128 128 128']);
  expect(chromaAlpha).toEqual(['0 64 255']);
});

it('leaves opaque pixels unchanged, and multiplies the coverage by the alpha of the planes', () => {
  const { y, alpha } = keyed(createPlanes(4, [0, 1, 2], '255 128 0 255'));
  expect(alpha[0]).toBe('255 128 0 0');
  expect(y[0]!.startsWith('120 120')).toBe(true);
});

it('does not change its input', () => {
  const from = createPlanes(2, [1]);
  keyed(from);
  expect(formatRows(from.y)).toEqual(['129 120', '129 120']);
});
