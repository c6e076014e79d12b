import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DraftClip } from '../edit-text.ts';
import { withFields } from './cut-motion.ts';
import { integrateTweens } from './cut-tweens.ts';
import { addKeyframe, limitKeyframe, listKeyframes, moveKeyframe, removeKeyframe } from './keyframes.ts';

const CLIP: DraftClip = {
  asset: { type: 'text', text: 'One' },
  start: 3,
  length: 6,
  scale: [
    { from: 1, to: 2, start: 1, length: 1 },
    { from: 2, to: 1, start: 2, length: 1, interpolation: 'bezier' },
    { from: 1, to: 3, start: 4, length: 1 },
  ],
  opacity: [{ from: 0, to: 1, start: 0, length: 2 }],
};

const timesOf = (clip: DraftClip): number[] => listKeyframes(clip).map(({ at }) => at);

it('lists the moments of all fields, each once', () => {
  expect(listKeyframes(CLIP)).toEqual([
    { at: 0, paths: [['opacity']] },
    { at: 1, paths: [['scale']] },
    { at: 2, paths: [['scale'], ['opacity']] },
    { at: 3, paths: [['scale']] },
    { at: 4, paths: [['scale']] },
    { at: 5, paths: [['scale']] },
  ]);
  expect(listKeyframes({ scale: [{ from: '{{ A }}', to: 1 }], opacity: 0.5 })).toEqual([]);
});

it('moves a keyframe between its neighbours, in all its fields', () => {
  expect(limitKeyframe(CLIP, 2, 9, 6, 0.04)).toBe(2.96);
  expect(limitKeyframe(CLIP, 2, -1, 6, 0.04)).toBe(1.04);
  expect(limitKeyframe(CLIP, 5, 9, 6, 0.04)).toBe(6);
  const moved = withFields(CLIP, moveKeyframe(CLIP, 2, 2.5));
  expect(moved['scale']).toMatchObject([
    { start: 1, length: 1.5 },
    { start: 2.5, length: 0.5, interpolation: 'bezier' },
    { start: 4, length: 1 },
  ]);
  expect(moved['opacity']).toEqual([{ from: 0, to: 1, start: 0, length: 2.5 }]);
});

it.each([
  ['joins two tweens', 2, [1, 3, 4, 5]],
  ['ends a movement earlier', 5, [0, 1, 2, 3]],
  ['begins a movement later', 1, [0, 2, 3, 4, 5]],
  ['goes on straight from the tween before a gap', 4, [0, 1, 2, 3, 5]],
  ['goes straight to the tween after a gap', 3, [0, 1, 2, 4, 5]],
])('a keyframe that is removed %s', (_name, at, times) => {
  expect(timesOf(withFields(CLIP, removeKeyframe(CLIP, at)))).toEqual(times);
});

it('the last tween that is removed leaves a number', () => {
  expect(withFields(CLIP, removeKeyframe(CLIP, 0))['opacity']).toBe(1);
  expect(
    withFields({ opacity: CLIP['opacity'] }, removeKeyframe({ opacity: CLIP['opacity'] }, 2))['opacity'],
  ).toBe(0);
  const wide = { opacity: [{ from: 0, to: 5, start: 0, length: 1 }] };
  expect(removeKeyframe(wide, 0)).toEqual([{ path: ['opacity'], value: [{ from: 5, to: 5 }] }]);
});

it('a keyframe that is added changes no moment', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 59 }), (tenths) => {
      const at = tenths / 10;
      const added = withFields(CLIP, addKeyframe(CLIP, at, 6));
      expect(timesOf(added)).toContain(at);
      for (let time = 0; time <= 6; time += 0.25)
        for (const field of ['scale', 'opacity'])
          expect(integrateTweens(added[field] as object[], time)).toBeCloseTo(
            integrateTweens(CLIP[field] as object[], time) ?? NaN,
            3,
          );
    }),
  );
});
