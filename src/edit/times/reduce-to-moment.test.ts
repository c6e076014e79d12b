import { expect, it } from 'vitest';
import type { Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';
import { listSources } from '../sources/sources.ts';
import { reduceToMoment, reduceToMoments, reduceToSound } from './reduce-to-moment.ts';
import { lengthWithoutMedia } from './media-length.ts';
import { resolveTimes } from './resolve-times.ts';
import { listClips } from '../clips/clip-location.ts';

type Given = Pick<Clip, 'start' | 'length'> & { alias?: string; type?: 'image' | 'video' | 'audio' };

/** Returns an edit with one track of clips. Their sources are 0, 1, ... */
function editOf(clips: readonly Given[]): Edit {
  const whole = clips.map(({ type = 'image', ...times }, index): Clip => ({
    asset: { type, src: String(index) },
    ...times,
  }));
  const soundtrack = { src: 'soundtrack' };
  return { timeline: { soundtrack, tracks: [{ clips: whole }] }, output: { format: 'mp4' } };
}

it.each<[string, Given[], number, string[]]>([
  [
    'clips that are visible then',
    [
      { start: 0, length: 5 },
      { start: 5, length: 5 },
      { start: 10, length: 5 },
    ],
    7,
    ['1'],
  ],
  [
    'clips that may be visible then after rounding to frames',
    [
      { start: 0, length: 5 },
      { start: 5, length: 5 },
      { start: 5.2, length: 5 },
    ],
    5.02,
    ['0', '1'],
  ],
  [
    'clips that are visible then because of neighbours and aliases',
    [
      { start: 'auto', length: 'auto' },
      { start: 'auto', length: 2, alias: 'a' },
      { start: 'alias://a', length: 'alias://a' },
      { start: 'auto', length: 'end' },
      { start: 9, length: 1 },
    ],
    4,
    ['1', '2'],
  ],
  [
    'clips that determine the times of others',
    [
      { start: 0, length: 'auto', type: 'video' },
      { start: 'auto', length: 1 },
      { start: 60, length: 1 },
      { start: 50, length: 'end' },
    ],
    20,
    ['0', '1'],
  ],
  [
    'clips that are not only sound',
    [
      { start: 0, length: 5, type: 'audio' },
      { start: 0, length: 5, type: 'video' },
      { start: 0, length: 'auto', type: 'audio' },
    ],
    1,
    ['1', '2'],
  ],
])('a moment keeps %s', (_what, clips, at, sources) => {
  const edit = editOf(clips);
  const moment = reduceToMoment(edit, at);
  expect(listSources(moment).map(({ url }) => url)).toEqual(sources);
  const timesOf = (which: Edit) => {
    const times = resolveTimes(which, lengthWithoutMedia);
    return [times.duration, ...listClips(which).map((location) => times.of(location))];
  };
  expect(timesOf(moment)).toEqual(timesOf(edit));
});

it('does not change its input', () => {
  const edit = editOf([{ start: 9, length: 1 }]);
  const before = JSON.stringify(edit);
  reduceToMoment(edit, 0);
  expect(JSON.stringify(edit)).toBe(before);
});

it('keeps the clip that captions transcribe while they are visible', () => {
  const clips: Clip[] = [
    { asset: { type: 'audio', src: 'voice' }, start: 0, length: 5, alias: 'voice' },
    { asset: { type: 'caption', src: 'alias://voice' }, start: 0, length: 2 },
  ];
  const edit: Edit = { timeline: { tracks: [{ clips }] }, output: { format: 'mp4' } };
  const urls = [1, 4].map((at) => listSources(reduceToMoment(edit, at)).map(({ url }) => url));
  expect(urls).toEqual([['voice'], []]);
});

it('keeps a generated speech only for captions that are visible then', () => {
  const speech = { type: 'text-to-speech', text: 'Hi', voice: 'Amy' } as const;
  const clips: Clip[] = [
    { asset: speech, start: 0, length: 9, alias: 'voice' },
    { asset: { type: 'caption', src: 'alias://voice' }, start: 0, length: 2 },
    { asset: { type: 'text-to-image', prompt: 'a cat' }, start: 4, length: 2 },
  ];
  const edit: Edit = { timeline: { tracks: [{ clips }] }, output: { format: 'mp4' } };
  const typesAt = (at: number): string[] =>
    listClips(reduceToMoment(edit, at)).map(({ clip }) => clip.asset.type);
  expect([1, 3, 5].map(typesAt)).toEqual([
    ['text-to-speech', 'caption', 'text'],
    ['text', 'text', 'text'],
    ['text', 'text', 'text-to-image'],
  ]);
});

it('keeps what clips that are not visible share with visible ones', () => {
  const asset = { type: 'image', src: 'a' } as const;
  const clips: Clip[] = [
    { asset, start: 0, length: 3, transition: { out: 'fade' } },
    { asset, start: 'auto', overlap: 0.4, length: 3, transition: { in: 'fade' } },
    { asset, start: 'auto', overlap: 0.5, length: 3, transition: { in: 'pushLeft' } },
  ];
  const moment = reduceToMoment({ timeline: { tracks: [{ clips }] }, output: { format: 'mp4' } }, 4);
  const shared = moment.timeline.tracks[0]?.clips.map(({ overlap, transition }) => ({ overlap, transition }));
  expect(shared).toEqual(clips.map(({ overlap, transition }) => ({ overlap, transition })));
  expect(listSources(moment)).toHaveLength(1);
});

it('keeps what is visible at any of several moments, or ever', () => {
  const edit = editOf([
    { start: 0, length: 5 },
    { start: 5, length: 5 },
    { start: 10, length: 5 },
    { start: 0, length: 15, type: 'audio' },
  ]);
  const kept = (moments?: number[]) => listSources(reduceToMoments(edit, moments)).map(({ url }) => url);
  expect(kept([1, 12])).toEqual(['0', '2']);
  expect(kept([])).toEqual([]);
  expect(kept()).toEqual(['0', '1', '2']);
});

it('keeps what is heard, what determines times, and the soundtrack', () => {
  const edit = editOf([
    { start: 0, length: 5 },
    { start: 'auto', length: 5, type: 'audio' },
    { start: 'auto', length: 'auto', type: 'video' },
    { start: 'auto', length: 5 },
  ]);
  const reduced = reduceToSound({ ...edit, others: [edit] });
  expect(listSources(reduced).map(({ url }) => url)).toEqual(['soundtrack', '1', '2']);
  expect(listClips(reduced).map(({ clip: { start, length } }) => [start, length])).toEqual(
    listClips(edit).map(({ clip: { start, length } }) => [start, length]),
  );
  expect(reduced).not.toHaveProperty('others');
});

it('keeps the sounds that a visible waveform shows, and only those near it', () => {
  const clips: Clip[] = [
    { asset: { type: 'audio', src: 'near' }, start: 0, length: 5 },
    { asset: { type: 'audio', src: 'far' }, start: 60, length: 5 },
    { asset: { type: 'waveform' }, start: 3, length: 60 },
  ];
  const timeline = { soundtrack: { src: 'soundtrack' }, tracks: clips.map((clip) => ({ clips: [clip] })) };
  const edit: Edit = { timeline, output: { format: 'mp4' } };
  const sourcesAt = (at: number) => listSources(reduceToMoment(edit, at)).map(({ url }) => url);
  expect(sourcesAt(4)).toEqual(['soundtrack', 'near']);
  expect(sourcesAt(1)).toEqual([]);
});
