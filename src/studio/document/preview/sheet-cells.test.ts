import { describe, expect, it } from 'vitest';
import { layOutSheet, placeCell } from '../../../render/compose/sheet/sheet-layout.ts';
import { placeCells, SHEET_COLUMNS } from './sheet-cells.ts';

describe('the frames of a sheet', () => {
  it.each([
    [1, 1920, 1080],
    [2, 1920, 1080],
    [4, 1080, 1920],
    [10, 1280, 720],
    [11, 1000, 333],
  ])('are where the server puts them: %d of %d x %d', (count, width, height) => {
    const columns = Math.min(SHEET_COLUMNS, count);
    const form = { count, columns, width: columns * 800, times: false };
    const sheet = layOutSheet(form, { width, height });
    const places = Array.from({ length: count }, (_cell, place) => ({
      ...placeCell(sheet, place),
      ...sheet.cell,
    }));
    expect(placeCells(sheet, count)).toEqual(places);
  });
});
