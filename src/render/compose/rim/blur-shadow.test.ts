import { expect, it } from 'vitest';
import { blurShadow } from './blur-shadow.ts';

/** The share of a Gaussian below a place, by numeric integration. */
function below(place: number, sigma: number): number {
  let sum = 0;
  const step = sigma / 200;
  for (let x = -6 * sigma; x < place; x += step)
    sum += (Math.exp(-((x + step / 2) ** 2) / (2 * sigma ** 2)) / (sigma * Math.sqrt(2 * Math.PI))) * step;
  return sum;
}

it.each([[1], [4], [15], [60]])('blurs a square with a Gaussian of %s pixels', (sigma) => {
  const side = 100;
  const area = { x: -40, y: -40, width: 180, height: 180 };
  const inside = (at: number, block: number): number => {
    const from = Math.max(0, at - block / 2);
    return Math.max(0, Math.min(side, at + block / 2) - from) / block;
  };
  const shadow = blurShadow((x, y, block) => 255 * inside(x, block) * inside(y, block), area, sigma);
  const along = (x: number): number => below(x, sigma) - below(x - side, sigma);
  for (const [x, y] of [
    [50, 50],
    [0, 50],
    [-3, 30],
    [100, 100],
    [110, 60],
  ] as const) {
    const expected = 255 * along(x + 0.5) * along(y + 0.5);
    const actual = shadow[(y - area.y) * area.width + x - area.x]!;
    expect(Math.abs(actual - expected), `at ${x}, ${y}`).toBeLessThan(5);
  }
});

it('leaves a sharp shadow as it is, also between pixels', () => {
  const sharp = (x: number): number => (x >= 2 ? 200 : 0);
  const area = { x: 0, y: 0, width: 4, height: 1 };
  expect([...blurShadow(sharp, area, 0)]).toEqual([0, 0, 200, 200]);
});
