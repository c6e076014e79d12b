import { describe, expect, it, test } from 'vitest';
import type { Rect } from '../../scene/placement.ts';
import { type SourceCrop, cropSource } from './crop-source.ts';

const OUTPUT = { width: 800, height: 600 };
type Numbers = readonly [x: number, y: number, width: number, height: number];

function rect([x, y, width, height]: Numbers): Rect {
  return { x, y, width, height };
}

function numbers({ x, y, width, height }: Rect): Numbers {
  // Adding 0 turns -0 into 0.
  return [x + 0, y + 0, width, height];
}

function cut(
  source: readonly [number, number],
  whole: Numbers,
  grid: 1 | 2,
  visible: Numbers = whole,
): { window: Numbers; target: Numbers; painted: Numbers } | undefined {
  const placement = { whole: rect(whole), visible: rect(visible) };
  const found = cropSource({ width: source[0], height: source[1] }, placement, OUTPUT, grid);
  return (
    found && { window: numbers(found.window), target: numbers(found.target), painted: numbers(found.visible) }
  );
}

interface Case {
  readonly source: readonly [number, number];
  readonly whole: Numbers;
  readonly visible?: Numbers;
  readonly grid?: 1 | 2;
  readonly window: Numbers;
  readonly target: Numbers;
  /** The target if absent. */
  readonly painted?: Numbers;
}

describe('a source is cropped to', () => {
  it.each<[string, Case]>([
    [
      'all of it if it fills the output',
      { source: [800, 600], whole: [0, 0, 800, 600], window: [0, 0, 800, 600], target: [0, 0, 800, 600] },
    ],
    [
      'all of it if it is inside the output',
      { source: [100, 50], whole: [10, 20, 200, 100], window: [0, 0, 100, 50], target: [10, 20, 200, 100] },
    ],
    [
      'the nearest pixels, with halves rounded up',
      {
        source: [100, 100],
        whole: [10.4, 20.5, 100.2, 100],
        window: [0, 0, 100, 100],
        target: [10, 21, 101, 100],
      },
    ],
    [
      'the nearest even pixels if chroma is stored for every second pixel',
      {
        source: [100, 100],
        whole: [10.4, 21, 100.5, 100],
        grid: 2,
        window: [0, 0, 100, 100],
        target: [10, 22, 100, 100],
      },
    ],
    [
      'the part that the fit shows: the middle of a square, scaled to the width',
      {
        source: [400, 400],
        whole: [0, -100, 800, 800],
        visible: [0, 0, 800, 600],
        window: [0, 50, 400, 300],
        target: [0, 0, 800, 600],
      },
    ],
    [
      'the part on the output, at the top left',
      {
        source: [400, 300],
        whole: [-400, -300, 800, 600],
        window: [200, 150, 200, 150],
        target: [0, 0, 400, 300],
      },
    ],
    [
      'the part on the output, at the bottom right',
      {
        source: [400, 300],
        whole: [600, 500, 800, 600],
        window: [0, 0, 100, 50],
        target: [600, 500, 200, 100],
      },
    ],
    [
      'whole source pixels, even if the target exceeds the visible part',
      // Every source pixel is 3 pixels wide. The output begins inside the 34th.
      {
        source: [100, 200],
        whole: [-101, 0, 300, 600],
        window: [33, 0, 67, 200],
        target: [-2, 0, 201, 600],
        painted: [0, 0, 199, 600],
      },
    ],
    [
      'pairs of source pixels if chroma is stored for every second pixel',
      // Every source pixel is 4 pixels wide. The output begins after 25 of them, in the middle of a pair.
      {
        source: [100, 150],
        whole: [-100, 0, 400, 600],
        grid: 2,
        window: [24, 0, 76, 150],
        target: [-4, 0, 304, 600],
        painted: [0, 0, 300, 600],
      },
    ],
    [
      'all pairs and the last single column of an odd source',
      {
        source: [101, 100],
        whole: [100, 100, 202, 200],
        grid: 2,
        window: [0, 0, 101, 100],
        target: [100, 100, 202, 200],
      },
    ],
    [
      'the visible part of a large source that is scaled down',
      {
        source: [8000, 6000],
        whole: [-2, 300, 8, 6],
        window: [2000, 0, 6000, 6000],
        target: [0, 300, 6, 6],
      },
    ],
  ])('%s', (_, { source, whole, visible, grid = 1, window, target, painted = target }) => {
    expect(cut(source, whole, grid, visible)).toEqual({ window, target, painted });
  });
});

describe('nothing is visible of a source that', () => {
  it.each<[string, Numbers]>([
    ['is left of the output', [-200, 0, 200, 100]],
    ['is right of the output', [800, 0, 200, 100]],
    ['is above the output', [0, -100, 200, 100]],
    ['is below the output', [0, 600, 200, 100]],
    ['is far away', [-7800, 5850, 400, 300]],
    ['reaches into the output by less than half a pixel', [-199.6, 0, 200, 100]],
    ['has no size', [400, 300, 0, 0]],
    ['is smaller than half a pixel', [400.1, 300.1, 0.2, 0.2]],
  ])('%s', (_, whole) => {
    expect(cut([200, 100], whole, 1)).toBeUndefined();
    expect(cut([200, 100], whole, 2)).toBeUndefined();
  });

  test('is cropped away by its fit', () => {
    expect(cut([200, 100], [0, 0, 200, 100], 1, [300, 0, 200, 100])).toBeUndefined();
  });
});

test('a sliver keeps one column of the grid', () => {
  expect(cut([200, 100], [400, 0, 0.6, 600], 1)?.target).toEqual([400, 0, 1, 600]);
  expect(cut([200, 100], [400, 0, 1.2, 600], 2)?.target).toEqual([400, 0, 2, 600]);
});

/** Yields placements of many sizes and positions, from a sliver to a million times the output. */
function* placements(): Generator<{ source: [number, number]; whole: Numbers; grid: 1 | 2 }> {
  for (const side of [1, 2, 3, 7, 640, 1919])
    for (const scale of [0.01, 0.33, 0.5, 1, 1.37, 10, 1000, 1_000_000])
      for (const offset of [-1000, -250.3, 0, 111.1, 500])
        for (const grid of [1, 2] as const) {
          const length = 800 * scale;
          yield { source: [side, 600], whole: [400 - length / 2 + offset, 0, length, 600], grid };
        }
}

function check({ window, target, visible }: SourceCrop, source: number, whole: Numbers, grid: number): void {
  const [begin, , length] = whole;
  const at = (x: number): number => begin + (x * length) / source;
  expect(window.x).toBeGreaterThanOrEqual(0);
  expect(window.width).toBeGreaterThan(0);
  expect(window.x + window.width).toBeLessThanOrEqual(source);
  expect(Math.abs(target.x % grid) + (target.width % grid) + (window.x % grid)).toBe(0);
  // The target contains the visible part and not much more.
  expect(target.x).toBeLessThanOrEqual(visible.x);
  expect(target.x + target.width).toBeGreaterThanOrEqual(visible.x + visible.width);
  expect(target.width).toBeLessThanOrEqual(3 * OUTPUT.width);
  // Each end of the window is at the right position of the output, within one step of the grid, or far
  // outside.
  const ends: [number, number][] = [
    [target.x, at(window.x)],
    [target.x + target.width, at(window.x + window.width)],
  ];
  for (const [end, exact] of ends) {
    const outside = end <= visible.x - OUTPUT.width || end >= visible.x + visible.width + OUTPUT.width;
    if (!outside) expect(Math.abs(end - exact)).toBeLessThanOrEqual(grid);
  }
}

test('the window is inside the source and covers the visible part at any position and scale', () => {
  let visibleCount = 0;
  for (const { source, whole, grid } of placements()) {
    const placement = { whole: rect(whole), visible: rect(whole) };
    const found = cropSource({ width: source[0], height: source[1] }, placement, OUTPUT, grid);
    if (!found) continue;
    visibleCount += 1;
    check(found, source[0], whole, grid);
  }
  expect(visibleCount).toBeGreaterThan(300);
});
