import { expect, it } from 'vitest';
import type { Clip } from '../../edit/model.ts';
import { resolve } from './resolve.ts';

/** Resolves texts on one track at 25 frames per second. Returns the fades of each in seconds, and its target. */
function dissolvesOf(...clips: Partial<Clip>[]) {
  const whole = clips.map((given): Clip => ({
    asset: { type: 'text', text: 'x' },
    start: 'auto',
    length: 4,
    ...given,
  }));
  const edit = {
    timeline: { tracks: [{ clips: whole }] },
    output: { format: 'mp4', resolution: 'sd', fps: 25 } as const,
  };
  return resolve(edit, new Map(), 'interface').visualClips.map(({ transition, dissolvesInto }) => [
    transition.in?.seconds,
    transition.out?.seconds,
    dissolvesInto?.replace('timeline.tracks[0].', ''),
  ]);
}

const both = { in: 'fade', out: 'fadeSlow' } as const;

it('gives both fades the length of the overlap, in whole frames', () => {
  expect(dissolvesOf({ transition: both }, { transition: both, overlap: 0.51 })).toEqual([
    [1, 0.52, 'clips[1]'],
    [0.52, 2, undefined],
  ]);
});

it('dissolves from clip to clip, and shortens other transitions that would not fit', () => {
  const first = { transition: { in: 'wipeLeft', out: 'fade' }, length: 2 } as const;
  expect(
    dissolvesOf(
      first,
      { transition: both, overlap: 1.2 },
      { transition: { in: 'fadeFast' }, overlap: 2, length: 2.4 },
    ),
  ).toEqual([
    [0.8, 1.2, 'clips[1]'],
    [1.2, 2, 'clips[2]'],
    [2, undefined, undefined],
  ]);
});

it('leaves an overlap alone in which only one clip fades', () => {
  const alone = { transition: { out: 'fade' } } as const;
  expect(dissolvesOf(alone, { overlap: 1 })).toEqual([
    [undefined, 1, undefined],
    [undefined, undefined, undefined],
  ]);
  expect(dissolvesOf(alone, { start: 3, transition: { in: 'fade' } })).toEqual([
    [undefined, 1, undefined],
    [1, undefined, undefined],
  ]);
});

it('dissolves over the whole of a clip that is shorter than its overlap', () => {
  const [one, other] = [{ transition: { out: 'fade' } }, { transition: { in: 'fade' } }] as const;
  expect(dissolvesOf(one, { overlap: 2, length: 1, ...other })).toEqual([
    [undefined, 1, 'clips[1]'],
    [1, undefined, undefined],
  ]);
});

it('pushes and zooms both clips in step if they go the same way', () => {
  const pushed = (out: string, entry: object | string) =>
    dissolvesOf(
      { transition: { out } } as Partial<Clip>,
      { overlap: 1, transition: { in: entry } } as Partial<Clip>,
    );
  expect(pushed('pushLeft', { name: 'pushLeftSlow', easing: 'easeOutBack' })).toEqual([
    [undefined, 1, undefined],
    [1, undefined, undefined],
  ]);
  expect(pushed('zoomThrough', { name: 'zoomThrough', direction: 'in' })).toEqual([
    [undefined, 1, undefined],
    [1, undefined, undefined],
  ]);
  expect(pushed('pushLeft', 'pushRight')).toEqual([
    [undefined, 0.5, undefined],
    [0.5, undefined, undefined],
  ]);
});
