import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import { clip } from '../resolve/edit.fixture.ts';
import { resolveRim } from '../resolve/shape/rim.ts';
import { coverageOfRound, growRect, rimAt, roundCorners } from './rim.ts';
import { visualClip } from './visual-clip.fixture.ts';

const RECT = { x: 10, y: 20, width: 100, height: 60 };

describe('round corners', () => {
  it('shrink together where they do not fit, as in CSS', () => {
    // CSS Backgrounds 3, 4.5: the factor is the least of side / sum of its radii.
    expect(roundCorners(RECT, [60, 90, 0, 0]).radii).toEqual([40, 60, 0, 0]);
    expect(roundCorners(RECT, [50, 50, 50, 50]).radii).toEqual([30, 30, 30, 30]);
    expect(roundCorners(RECT, [60, 0, 0, 0]).radii).toEqual([60, 0, 0, 0]);
  });

  it('cover as much as a circle does, to a hundredth of its area', () => {
    const round = roundCorners({ x: 0, y: 0, width: 80, height: 80 }, [40, 40, 40, 40]);
    let area = 0;
    for (let y = 0.5; y < 80; y++)
      for (let x = 0.5; x < 80; x++) area += coverageOfRound(round, x, y, 1, true);
    expect(Math.abs(area / (Math.PI * 40 ** 2) - 1)).toBeLessThan(0.001);
  });

  it('have sharp edges on pixels, and half a pixel beside them', () => {
    const sharp = roundCorners(RECT, [0, 0, 0, 0]);
    expect(coverageOfRound(sharp, 10.5, 20.5, 1, true)).toBe(1);
    expect(coverageOfRound(sharp, 9.5, 20.5, 1, true)).toBe(0);
    expect(coverageOfRound({ ...sharp, x: 10.5 }, 10.5, 30.5, 1, true)).toBe(0.5);
    expect(coverageOfRound({ ...sharp, width: 0 }, 10, 30, 1, true)).toBe(0);
  });

  it('stay sharp when an edge moves, and keep their centre otherwise', () => {
    const grown = growRect(roundCorners(RECT, [10, 0, 4, 0]), 6);
    expect(grown).toEqual({ x: 4, y: 14, width: 112, height: 72, radii: [16, 0, 10, 0] });
    expect(growRect(roundCorners(RECT, [10, 0, 4, 0]), -6).radii).toEqual([4, 0, 0, 0]);
  });
});

describe('the rim of a clip', () => {
  const rimOf = (fields: object, time = 1, scale = 1) => {
    const resolved = visualClip({ ...resolveRim(clip(fields)) });
    return rimAt(resolved, toSeconds(time), scale);
  };

  it('is absent if it never changes anything', () => {
    for (const fields of [
      {},
      { corners: 0 },
      { corners: [0, 0, 0, 0] },
      { corners: [] },
      { border: { width: 0 } },
      { border: { width: 4, opacity: 0 } },
      { shadow: [] },
      { shadow: [{ blur: 20, opacity: 0 }] },
      { corners: [{ from: 0, to: 0, start: 0, length: 1 }] },
    ])
      expect(resolveRim(clip(fields)), JSON.stringify(fields)).toEqual({});
  });

  it('has the numbers of the moment, and none where they change nothing', () => {
    const fields = {
      corners: [[{ from: 0, to: 40, start: 0, length: 2 }], 8, 0, 0],
      border: { width: [{ from: 0, to: 10, start: 1, length: 1 }] },
      shadow: [{ blur: 12, offsetX: 3, opacity: [{ from: 0, to: 1, start: 1, length: 1 }] }],
    };
    expect(rimOf(fields)).toEqual({ corners: [20, 8, 0, 0], shadows: [] });
    expect(rimOf(fields, 1.5)).toEqual({
      corners: [30, 8, 0, 0],
      border: { width: 5, color: '#ffffff', opacity: 1, isCentred: false },
      shadows: [{ x: 3, y: 0, sigma: 6, color: '#000000', opacity: 0.5 }],
    });
    expect(rimOf({ corners: [{ from: 0, to: 40, start: 2, length: 2 }] })).toBeUndefined();
  });

  it('shrinks with the clip, and an easing that overshoots stays within its ends', () => {
    const scale = [{ from: 0, to: 2, start: 0, length: 2 }];
    const resolved = visualClip({
      ...resolveRim(clip({ corners: 10 })),
      scale: scale.map(({ from, to }) => ({
        from,
        to,
        start: toSeconds(0),
        end: toSeconds(2),
        curve: 'linear' as const,
      })),
    });
    expect(rimAt(resolved, toSeconds(1), 1)?.corners).toEqual([5, 5, 5, 5]);
    const easing = [0.5, -2, 0.5, 3] as [number, number, number, number];
    const [tween] = [{ from: 0, to: 10, start: 0, length: 1, interpolation: 'bezier' as const, easing }];
    for (const time of [0.1, 0.9]) {
      const radius = rimOf({ corners: [tween] }, time)?.corners[0] ?? 0;
      expect(radius).toBeGreaterThanOrEqual(0);
      expect(radius).toBeLessThanOrEqual(10);
    }
  });
});
