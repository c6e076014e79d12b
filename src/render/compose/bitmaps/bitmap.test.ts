import { describe, expect, it, test } from 'vitest';
import { createBitmap, bitmapSizeFor } from './bitmap.ts';

describe('a bitmap', () => {
  const source = { width: 4000, height: 3000 };
  it.each<[string, Parameters<typeof bitmapSizeFor>, [number, number]]>([
    ['is as large as it is shown', [{ width: 800.2, height: 600 }, source], [801, 600]],
    ['is no larger than its source', [{ width: 8000, height: 6000 }, source], [4000, 3000]],
    ['has at least one pixel', [{ width: 0.1, height: 0 }, source], [1, 1]],
    ['of a drawing is as large as it is shown', [{ width: 5000, height: 10 }], [5000, 10]],
    ['is limited on each side', [{ width: 1e9, height: 1e3 }], [8192, 1]],
    ['is limited in its area', [{ width: 8000, height: 8000 }], [5793, 5793]],
  ])('%s', (_, sizes, [width, height]) => {
    expect(bitmapSizeFor(...sizes)).toEqual({ width, height });
  });
});

test('the border repeats the edge pixels', () => {
  const data = Uint8Array.from([10, 20, 30, 40, 50, 60].flatMap((grey) => [grey, grey, grey, 255]));
  const { canvas, bounds } = createBitmap({ data, width: 3, height: 2 });
  const pixels = canvas.getContext('2d').getImageData(0, 0, 7, 6).data;
  const rows = Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: 7 }, (_each, column) => pixels[(row * 7 + column) * 4]).join(' '),
  );
  expect(rows).toEqual([
    ...Array<string>(3).fill('10 10 10 20 30 30 30'),
    ...Array<string>(3).fill('40 40 40 50 60 60 60'),
  ]);
  expect(bounds).toEqual({ x: -2 / 3, y: -1, width: 7 / 3, height: 3 });
});
