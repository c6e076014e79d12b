import { describe, expect, it } from 'vitest';
import { layOutSheet, placeCell } from './sheet-layout.ts';

const HD = { width: 1280, height: 720 };
const FORM = { count: 9, width: 1280, times: true } as const;

describe('a sheet', () => {
  it.each([
    [1, 1, 1],
    [2, 2, 1],
    [5, 3, 2],
    [9, 3, 3],
    [12, 4, 3],
    [64, 8, 8],
  ])('of %d frames has %d columns and %d rows', (count, columns, rows) => {
    const layout = layOutSheet({ ...FORM, count, times: false }, HD);
    expect(layout.columns).toBe(columns);
    expect(layout.height).toBe(rows * (layout.cell.height + layout.gap) + layout.gap);
  });

  it('of one frame without its time is that frame', () => {
    const layout = layOutSheet({ ...FORM, count: 1, width: 640, times: false }, HD);
    expect(layout).toMatchObject({ width: 640, height: 360, cell: { width: 640, height: 360 } });
    expect(placeCell(layout, 0)).toEqual({ x: 0, y: 0 });
  });

  it.each([64, 333, 1280, 4096])('of %d px is exactly that wide, and its cells lie inside of it', (width) => {
    for (const columns of [1, 3, 7]) {
      if (width / columns < 60) continue;
      const layout = layOutSheet({ count: 14, width, times: true, columns }, { width: 90, height: 10 });
      expect(layout.width).toBe(width);
      const { x, y } = placeCell(layout, 13);
      const [first, left] = [placeCell(layout, 0), placeCell(layout, columns - 1)];
      expect(first.x).toBeGreaterThanOrEqual(layout.gap);
      expect(left.x + layout.cell.width).toBeLessThanOrEqual(width - layout.gap);
      expect(y + layout.cell.height + layout.labelHeight + layout.gap).toBe(layout.height);
      expect(x).toBe(placeCell(layout, 13 % columns).x);
    }
  });

  it('has cells in the shape of the frame, and no more columns than frames', () => {
    const { cell, columns } = layOutSheet({ ...FORM, count: 2, columns: 8 }, { width: 1080, height: 1920 });
    expect(columns).toBe(2);
    expect(cell.height / cell.width).toBeCloseTo(16 / 9, 2);
  });

  it('says what to change if it is too narrow or too large', () => {
    expect(() => layOutSheet({ ...FORM, count: 64, columns: 30 }, HD)).toThrow(
      'A sheet with a width of 1280 px is too narrow for 30 columns: each needs 48 px and a gap. Use fewer columns or a larger width.',
    );
    expect(() => layOutSheet({ ...FORM, count: 64, columns: 1, width: 600 }, HD)).toThrow(
      /^The sheet would be 600x/,
    );
    expect(() => layOutSheet({ ...FORM, count: 64, columns: 4, width: 4096 }, HD)).toThrow(
      /may have up to 32 megapixels and be 16384 px high. Use more columns, fewer moments, or a smaller width\.$/,
    );
  });
});
