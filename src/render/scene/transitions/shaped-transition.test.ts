import { expect, it } from 'vitest';
import { transitionAt } from './transition.ts';

const step = { directions: [], seconds: 1 };

it('a shape opens at the start of a clip and closes at its end, unless its direction says otherwise', () => {
  const iris = { ...step, kind: 'iris', shape: 'heart', softness: 0.2, easing: 'linear' } as const;
  const cover = { form: 'heart', softness: 0.2 };
  expect(transitionAt('in', iris, 0.25).cover).toEqual({ ...cover, open: 0.25, isOutside: false });
  expect(transitionAt('out', iris, 0.25).cover).toEqual({ ...cover, open: 0.75, isOutside: false });
  const [closing, opening] = [{ ...iris, way: 'close' } as const, { ...iris, way: 'open' } as const];
  expect(transitionAt('in', closing, 0.25).cover).toEqual({ ...cover, open: 0.75, isOutside: true });
  expect(transitionAt('out', opening, 0.25).cover).toEqual({ ...cover, open: 0.25, isOutside: true });
});

it('a split has the line of its direction', () => {
  const split = { ...step, kind: 'split' } as const;
  expect(transitionAt('in', split, 0.5).cover?.form).toBe('horizontal');
  expect(transitionAt('in', { ...split, way: 'closeVertical' }, 0.5).cover).toMatchObject({
    form: 'vertical',
    isOutside: true,
  });
});

it('a zoom through moves the camera on from one clip to the next', () => {
  const zoom = { ...step, kind: 'zoomThrough', easing: 'linear' } as const;
  const covered = { ...zoom, isCovered: true } as const;
  expect([0, 0.5, 1].map((at) => transitionAt('in', zoom, at).scale)).toEqual([0.25, 0.5, 1]);
  expect([0, 0.5, 1].map((at) => transitionAt('out', zoom, at).scale)).toEqual([1, 2, 4]);
  expect([0, 0.5, 1].map((at) => transitionAt('in', zoom, at).opacity)).toEqual([0, 0.5, 1]);
  expect([transitionAt('out', zoom, 1).opacity, transitionAt('out', covered, 1).opacity]).toEqual([0, 1]);
  expect(transitionAt('in', { ...zoom, way: 'out' }, 0).scale).toBe(4);
  expect(transitionAt('out', { ...covered, way: 'out' }, 0.5).scale).toBe(1);
});

it('a whip moves both clips in its direction, and blurs them most in the middle', () => {
  const whip = { ...step, kind: 'whip', way: 'up', easing: 'linear' } as const;
  expect(transitionAt('in', whip, 0.5).smear).toEqual({ axis: 'y', shift: 0.3, length: 0.5 });
  expect(transitionAt('out', { ...whip, way: 'right' }, 0.5).smear).toEqual({
    axis: 'x',
    shift: 0.3,
    length: 0.5,
  });
  expect(transitionAt('out', { ...whip, isCovered: true }, 0.75).opacity).toBe(1);
  expect([0.3, 0.5, 0.7].map((at) => transitionAt('in', whip, at).opacity)).toEqual([0, 0.5, 1]);
});
