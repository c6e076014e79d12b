import { expect, it, test } from 'vitest';
import { springAt } from './spring.ts';

/** Moves a mass on a spring in small steps, by the method of Runge and Kutta. Returns its place. */
function simulate(damping: number, phase: number): number {
  const steps = 20_000;
  const h = phase / steps;
  const pull = (x: number, v: number): number => 1 - x - 2 * damping * v;
  let [x, v] = [0, 0];
  for (let step = 0; step < steps; step++) {
    const [x1, v1] = [v, pull(x, v)];
    const [x2, v2] = [v + (h / 2) * v1, pull(x + (h / 2) * x1, v + (h / 2) * v1)];
    const [x3, v3] = [v + (h / 2) * v2, pull(x + (h / 2) * x2, v + (h / 2) * v2)];
    const [x4, v4] = [v + h * v3, pull(x + h * x3, v + h * v3)];
    x += (h / 6) * (x1 + 2 * x2 + 2 * x3 + x4);
    v += (h / 6) * (v1 + 2 * v2 + 2 * v3 + v4);
  }
  return x;
}

it.each([0, 0.1, 0.3, 0.6, 0.9])('a spring with a bounce of %s moves as a simulated one', (bounce) => {
  const damping = 1 - bounce;
  const settled = 9.2334 / damping;
  const end = simulate(damping, settled);
  for (const progress of [0.05, 0.1, 0.2, 0.35, 0.6])
    expect(springAt({ type: 'spring', bounce }, progress)).toBeCloseTo(
      simulate(damping, settled * progress) / end,
      6,
    );
});

it.each([0, 0.3, 0.9])('a spring with a bounce of %s begins at 0 and rests at 1', (bounce) => {
  const spring = { type: 'spring', bounce } as const;
  expect([springAt(spring, 0), springAt(spring, 1)]).toEqual([0, 1]);
  expect(Math.abs(springAt(spring, 0.999) - 1)).toBeLessThan(0.0015);
});

test('a spring swings beyond its end as much as its description says', () => {
  const most = (bounce: number): number =>
    Math.max(
      ...Array.from({ length: 1000 }, (_, index) => springAt({ type: 'spring', bounce }, index / 1000)),
    );
  expect(most(0)).toBeLessThanOrEqual(1);
  expect(most(0.3)).toBeCloseTo(1.046, 2);
  expect(most(0.5)).toBeCloseTo(1.163, 2);
});
