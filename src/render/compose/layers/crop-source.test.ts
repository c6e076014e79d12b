import { describe, expect, it, test } from 'vitest';
import type { Rect } from '../../scene/placement.ts';
import { type SourceCrop, cropSource } from './crop-source.ts';

const OUTPUT = { width: 800, height: 600 };
type Numbers = readonly [x: number, y: number, width: number, height: number];

function rect([x, y, width, height]: Numbers): Rect {
  return { x, y, width, height };
}

function numbers({ x, y, width, height }: Rect): Numbers {
  // Adding 0 makes one zero of the two.
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
  /** The target by default. */
  readonly painted?: Numbers;
}

describe('what of a source is scaled to which pixels', () => {
  it.each<[string, Case]>([
    [
      'all of it where it fills the output',
      { source: [800, 600], whole: [0, 0, 800, 600], window: [0, 0, 800, 600], target: [0, 0, 800, 600] },
    ],
    [
      'all of it where it lies inside',
      { source: [100, 50], whole: [10, 20, 200, 100], window: [0, 0, 100, 50], target: [10, 20, 200, 100] },
    ],
    [
      'edges on the nearest pixel, halves up',
      {
        source: [100, 100],
        whole: [10.4, 20.5, 100.2, 100],
        window: [0, 0, 100, 100],
        target: [10, 21, 101, 100],
      },
    ],
    [
      'edges on the nearest even pixel where chroma is stored for two',
      {
        source: [100, 100],
        whole: [10.4, 21, 100.5, 100],
        grid: 2,
        window: [0, 0, 100, 100],
        target: [10, 22, 100, 100],
      },
    ],
    [
      'only what the fit leaves: the middle of a square, scaled to the width',
      {
        source: [400, 400],
        whole: [0, -100, 800, 800],
        visible: [0, 0, 800, 600],
        window: [0, 50, 400, 300],
        target: [0, 0, 800, 600],
      },
    ],
    [
      'only what lies on the output, at the left and the top',
      {
        source: [400, 300],
        whole: [-400, -300, 800, 600],
        window: [200, 150, 200, 150],
        target: [0, 0, 400, 300],
      },
    ],
    [
      'only what lies on the output, at the right and the bottom',
      {
        source: [400, 300],
        whole: [600, 500, 800, 600],
        window: [0, 0, 100, 50],
        target: [600, 500, 200, 100],
      },
    ],
    [
      'whole source pixels, and more of the target than is seen',
      // Every source pixel is 3 wide; the output begins in the middle of the 34th.
      {
        source: [100, 200],
        whole: [-101, 0, 300, 600],
        window: [33, 0, 67, 200],
        target: [-2, 0, 201, 600],
        painted: [0, 0, 199, 600],
      },
    ],
    [
      'source pixels in pairs where chroma is stored for two',
      // Every source pixel is 4 wide; the output begins after 25 of them, in the middle of a pair.
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
      'the last column of an odd source where pairs are cut',
      {
        source: [101, 100],
        whole: [100, 100, 202, 200],
        grid: 2,
        window: [0, 0, 101, 100],
        target: [100, 100, 202, 200],
      },
    ],
    [
      'a large source made small',
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

describe('nothing is seen of what', () => {
  it.each<[string, Numbers]>([
    ['lies to the left', [-200, 0, 200, 100]],
    ['lies to the right', [800, 0, 200, 100]],
    ['lies above', [0, -100, 200, 100]],
    ['lies below', [0, 600, 200, 100]],
    ['lies far away', [-7800, 5850, 400, 300]],
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

test('a sliver keeps one line of the grid', () => {
  expect(cut([200, 100], [400, 0, 0.6, 600], 1)?.target).toEqual([400, 0, 1, 600]);
  expect(cut([200, 100], [400, 0, 1.2, 600], 2)?.target).toEqual([400, 0, 2, 600]);
});

/** Some placements of the kinds that clips have: any size from a sliver to a thousand outputs, any place. */
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
  // All that is seen is scaled, and never much more.
  expect(target.x).toBeLessThanOrEqual(visible.x);
  expect(target.x + target.width).toBeGreaterThanOrEqual(visible.x + visible.width);
  expect(target.width).toBeLessThanOrEqual(3 * OUTPUT.width);
  // Each end of the window lies where the source has it, to the grid; or far outside.
  const ends: [number, number][] = [
    [target.x, at(window.x)],
    [target.x + target.width, at(window.x + window.width)],
  ];
  for (const [end, exact] of ends) {
    const outside = end <= visible.x - OUTPUT.width || end >= visible.x + visible.width + OUTPUT.width;
    if (!outside) expect(Math.abs(end - exact)).toBeLessThanOrEqual(grid);
  }
}

test('whatever the place and the scale, the window lies on the source and covers what is seen', () => {
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
