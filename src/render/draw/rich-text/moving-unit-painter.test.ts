import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { MovingUnitPainter } from './moving-unit-painter.ts';
import type { PlacedUnit } from '../lines/placed-lines.ts';

/** Creates adjacent units of 1000 x 1000 pixels, and a list of those that have been drawn. */
function createPainter(count: number): { units: PlacedUnit[]; painter: MovingUnitPainter; drawn: number[] } {
  const line = { text: 'H', rightToLeft: false, x: 0, baseline: 0, width: 0 };
  const units = Array.from({ length: count }, (): PlacedUnit => ({ line, runs: [], segments: [] }));
  const drawn: number[] = [];
  const areaOf = (unit: PlacedUnit) => ({ x: 1000 * units.indexOf(unit), y: 0, width: 1000, height: 1000 });
  const painter = new MovingUnitPainter((_, unit) => drawn.push(units.indexOf(unit)), areaOf, 100);
  return { units, painter, drawn };
}

test('units that are moved out of sight are not drawn', () => {
  const { units, painter, drawn } = createPainter(10);
  const context = createCanvas(100, 100).getContext('2d');
  for (const unit of units) painter.draw(context, unit, { x: -4950, y: 0, alpha: 1 });
  // The fourth ends at 50, where the fifth begins.
  expect(drawn).toEqual([4, 5]);
});

test('bitmaps are cached up to a limit', () => {
  const { units, painter, drawn } = createPainter(40);
  const context = createCanvas(100, 100).getContext('2d');
  const draw = (unit: number): void => {
    painter.draw(context, units[unit]!, { x: -1000 * unit, y: 0, alpha: 1 });
  };
  draw(0);
  draw(0);
  expect(drawn).toEqual([0]);
  // 17 bitmaps of a million pixels exceed the limit.
  for (const unit of units.keys()) draw(unit);
  drawn.length = 0;
  draw(0);
  expect(drawn).toEqual([0]);
});
