import { describe, expect, it } from 'vitest';
import { SUBJECT_PARTS, type SubjectKind, type SubjectShot } from '../../media/subject-track.ts';
import { planCamera, subjectOf } from './camera-path.ts';

/** An upright part of a picture in 16:9. */
const WINDOW = { width: (9 / 16) ** 2, height: 1 };

/** Returns a shot with a box of a kind at each place across, or nothing where there is none. */
function shotOf(places: readonly (number | null)[], kind: SubjectKind = 'face'): SubjectShot {
  const toParts = (place: number): number => Math.round(place * SUBJECT_PARTS);
  return {
    from: 0,
    after: 0,
    samples: places.map((x) =>
      x === null ? null : { kind, boxes: [[toParts(x), toParts(0.4), 800, 1200]] },
    ),
  };
}

/** Returns numbers that look random, -1 to 1. They are the same each time. */
function noise(length: number): number[] {
  return Array.from({ length }, (_, index) => ((((index + 1) * 7919) % 997) / 997) * 2 - 1);
}

function steps(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value - (values[index] ?? 0));
}

describe('the camera that follows a subject', () => {
  it('rests in the middle of a face that hardly moves', () => {
    const places = noise(50).map((value) => 0.6 + 0.01 * value);
    const { x = [], y = [] } = planCamera(shotOf(places), WINDOW) ?? {};
    expect(x).toHaveLength(1);
    expect(x[0]).toBeCloseTo(0.6, 2);
    // As high as the picture, it cannot move up or down.
    expect(y).toEqual([0.5]);
  });

  it('keeps a face that walks in the middle third, without haste', () => {
    const walk = (step: number): number => 0.25 + 0.5 * Math.min(1, Math.max(0, (step - 15) / 30));
    const places = noise(60).map((value, step) => walk(step) + 0.004 * value);
    const x = planCamera(shotOf(places), WINDOW)?.x.slice(1, -1) ?? [];
    const inThird = x.filter((place, step) => Math.abs(place - walk(step)) <= WINDOW.width / 6);
    expect(inThird.length / x.length).toBeGreaterThanOrEqual(0.95);
    // Neither the noise nor the start of the walk shakes the camera: in a step of a fifth of a second, it changes its
    // speed by less than a hundredth of the window.
    expect(Math.max(...steps(steps(x)).map(Math.abs))).toBeLessThan(WINDOW.width / 100);
    expect(steps(x).every((step) => step >= -1e-9)).toBe(true);
  });

  it('never shows anything beyond the picture', () => {
    const x = planCamera(shotOf([0, 0, 0.02, 0.5, 0.9, 1, 1, 1]), WINDOW)?.x ?? [];
    expect(Math.min(...x)).toBeGreaterThanOrEqual(WINDOW.width / 2);
    expect(Math.max(...x)).toBeLessThanOrEqual(1 - WINDOW.width / 2);
  });

  it('ignores a single mistake, and goes on where nothing was found', () => {
    const places = Array.from({ length: 30 }, (_, step) => (step === 12 ? 0.9 : step % 4 === 1 ? null : 0.4));
    expect(planCamera(shotOf(places), WINDOW)?.x).toEqual([0.4]);
  });

  it('shows two faces together if they have room, and else stays with one', () => {
    const two = (apart: number): SubjectShot => {
      const boxes = [
        [5000 - apart / 2, 4000, 900, 1200],
        [5000 + apart / 2, 4000, 800, 1200],
      ] as const;
      return { from: 0, after: 0, samples: [{ kind: 'face', boxes }] };
    };
    expect(planCamera(two(900), WINDOW)?.x[0]).toBeCloseTo(0.5, 2);
    expect(planCamera(two(4000), WINDOW)?.x[0]).toBeCloseTo(0.3, 2);
  });

  it('follows the kind of subject that matters most, if it is there often enough', () => {
    const { samples } = shotOf([0.5], 'movement');
    const movement = Array.from({ length: 9 }, () => samples[0] ?? null);
    const face = shotOf([0.2]).samples[0] ?? null;
    expect(subjectOf({ from: 0, after: 0, samples: [face, ...movement] })).toBe('movement');
    expect(subjectOf({ from: 0, after: 0, samples: [face, face, ...movement] })).toBe('movement');
    expect(subjectOf({ from: 0, after: 0, samples: [face, face, face, ...movement] })).toBe('face');
    expect(subjectOf({ from: 0, after: 0, samples: [null, null] })).toBeUndefined();
    expect(planCamera({ from: 0, after: 0, samples: [null] }, WINDOW)).toBeUndefined();
  });
});
