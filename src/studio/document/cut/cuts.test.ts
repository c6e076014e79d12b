import { expect, it } from 'vitest';
import { listSpans } from '../clip-spans.ts';
import {
  type Change,
  changeText,
  type DraftClip,
  readDraft,
  type DraftEdit,
  writeEdit,
} from '../edit-text.ts';
import { ASSETS, FILE_SECONDS, findDifference, knownTimes, listFrames } from '../shown-frames.fixture.ts';
import { trimClip } from './trim-clip.ts';
import { type Cut, type CutTransition, listCuts, rollCut, setTransition, nameAtCut } from './cuts.ts';

const SETTINGS = {
  rate: 25,
  fileLengthOf: ({ asset }: DraftClip) => (asset?.type === 'video' ? FILE_SECONDS : undefined),
};
const { video, image, text, audio } = ASSETS;

function open(clips: readonly object[], { timeline, ...rest }: DraftEdit = {}) {
  const edit = {
    timeline: { ...timeline, tracks: [{ clips }] },
    output: { format: 'mp4', resolution: 'sd' },
    ...rest,
  };
  return read(writeEdit(edit));
}

function read(json: string) {
  const edit = readDraft(json) as DraftEdit;
  const spans = listSpans(edit, knownTimes(json));
  return { json, edit, spans, cuts: listCuts(edit, spans) };
}

type Opened = ReturnType<typeof read>;

function change(
  { json, edit, spans, cuts }: Opened,
  command: (given: Opened & { cut: Cut }) => Change[],
): Opened {
  return read(changeText(json, command({ json, edit, spans, cuts, cut: cuts[0]! })));
}

const put = (opened: Opened, transition?: CutTransition): Opened =>
  change(opened, ({ edit, spans, cut }) => setTransition(edit, spans, cut, transition, SETTINGS));

const clipsOf = ({ edit }: Opened): readonly DraftClip[] => edit.timeline?.tracks?.[0]?.clips ?? [];
const timesOf = ({ spans }: Opened): number[][] => spans.map(({ start, length }) => [start, length]);

const A = { asset: { ...video, trim: 2 }, start: 0, length: 4 };
const B = { asset: { ...video, trim: 3 }, start: 4, length: 4 };
const C = { asset: image, start: 8, length: 2 };

/** The sum of the gains of all sounds at each frame. An edit of sounds has a gain and a second for each. */
const gainsOf = ({ json }: Opened): number[] =>
  listFrames(json).map((frame) =>
    frame.reduce((sum, value, place) => sum + (place % 2 === 0 ? value : 0), 0),
  );
const SOUND_A = { asset: { ...audio, trim: 2 }, start: 0, length: 5 };
const SOUND_B = { asset: { ...audio, trim: 3 }, start: 5, length: 5 };

it('finds the cuts between clips with a picture, and those between sounds', () => {
  expect(open([A, B, { ...C, start: 9 }]).cuts).toHaveLength(1);
  expect(open([{ ...A, length: 5 }, B]).cuts[0]?.overlap).toBe(1);
  expect(open([A, { asset: audio, start: 4, length: 4 }]).cuts).toEqual([]);
  expect(open([SOUND_A, SOUND_B, A]).cuts).toMatchObject([{ isOfSounds: true }]);
  // A clip within another one begins and ends over it.
  expect(
    open([
      { ...A, length: 8 },
      { ...B, length: 2 },
    ]).cuts,
  ).toEqual([]);
});

it('makes a cross-fade of both fades, and nothing else moves', () => {
  const before = open([A, B, C]);
  const after = put(before, { name: 'fade', seconds: 1 });
  expect(clipsOf(after)).toMatchObject([
    { length: 4.52, transition: { out: 'fade' } },
    { start: 'auto', overlap: 1, length: 4.48, transition: { in: 'fade' }, asset: { trim: 2.52 } },
    C,
  ]);
  expect(timesOf(after)).toEqual([
    [0, 4.52],
    [3.52, 4.48],
    [8, 2],
  ]);
  expect(nameAtCut(after.edit, after.cuts[0]!)).toBe('fade');
  // Before and after the cross-fade, every frame is as it was. The engine smooths a gain over 3 ms.
  const [was, is] = [listFrames(before.json), listFrames(after.json)];
  expect(findDifference(was.slice(0, 88), is.slice(0, 88))).toBeLessThan(1e-6);
  expect(findDifference(was.slice(113), is.slice(113))).toBeLessThan(1e-3);
  // In the middle, the shares of both add up to one.
  expect(listFrames(after.json)[100]!.length).toBeGreaterThan(was[100]!.length);
});

it('removes a transition, and the cut is where it was', () => {
  const before = open([A, B, C]);
  const after = put(put(before, { name: 'pushLeft', seconds: 1 }));
  expect(timesOf(after)).toEqual(timesOf(before));
  expect(findDifference(listFrames(before.json), listFrames(after.json))).toBeLessThan(1e-6);
  expect(clipsOf(after).map((clip) => [clip['transition'], clip['overlap']])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

it('covers the earlier clip with a wipe of the length of the overlap', () => {
  const [one, two] = clipsOf(put(open([A, B]), { name: 'wipeLeft', seconds: 0.8 }));
  expect([one?.['transition'], two?.['transition']]).toEqual([
    undefined,
    { in: { name: 'wipeLeft', duration: 0.8 } },
  ]);
});

it('changes the length of a transition, and keeps its direction in both clips', () => {
  const zoom = { name: 'zoomThrough', direction: 'out' };
  const clips = [
    { ...A, transition: { out: zoom } },
    { ...B, transition: { in: zoom } },
  ];
  const [one, two] = clipsOf(put(open(clips), { name: 'zoomThrough', seconds: 0.8 }));
  expect([one?.['transition'], two?.['transition']]).toEqual([{ out: zoom }, { in: zoom }]);
});

it('changes the length of a transition, and keeps its curve', () => {
  const eased = { ...B, transition: { in: { name: 'wipeLeft', easing: 'linear' }, out: 'fade' } };
  const first = put(open([A, eased]), { name: 'wipeLeft', seconds: 1 });
  const longer = put(first, { name: 'wipeLeft', seconds: 1.2 });
  expect(longer.cuts[0]?.overlap).toBe(1.2);
  expect(clipsOf(longer)[1]?.['transition']).toEqual({
    in: { name: 'wipeLeft', duration: 1.2, easing: 'linear' },
    out: 'fade',
  });
  const shorter = put(longer, { name: 'wipeLeft', seconds: 0.4 });
  expect([
    shorter.cuts[0]?.overlap,
    timesOf(shorter)
      .at(-1)
      ?.reduce((sum, part) => sum + part),
  ]).toEqual([0.4, 8]);
});

it('moves what follows where the files have no more', () => {
  const whole = { asset: { ...video, trim: 0 }, start: 0, length: 10 };
  const after = put(open([whole, { ...whole, start: 10 }, { ...C, start: 20 }]), {
    name: 'fade',
    seconds: 1,
  });
  expect(timesOf(after)).toEqual([
    [0, 10],
    [9, 10],
    [19, 2],
  ]);
});

it('takes all from the clip whose file has more', () => {
  const whole = { asset: { ...video, trim: 0 }, start: 0, length: 10 };
  expect(timesOf(put(open([whole, { ...B, start: 10 }]), { name: 'fade', seconds: 1 }))).toEqual([
    [0, 10],
    [9, 5],
  ]);
  expect(timesOf(put(open([A, { ...whole, start: 4 }]), { name: 'fade', seconds: 1 }))).toEqual([
    [0, 5],
    [4, 10],
  ]);
});

it('works with clips in any order on the list, and moves no other one', () => {
  const after = put(open([B, { ...C, start: 'auto' }, A]), { name: 'fade', seconds: 1 });
  expect(clipsOf(after).map(({ start }) => start)).toEqual([8, 0, 'auto']);
  expect(timesOf(after)).toEqual([
    [8, 2],
    [0, 4.52],
    [3.52, 4.48],
  ]);
});

it('is no longer than half of a clip that is shared with both neighbours', () => {
  const short = { asset: text, start: 4, length: 1 };
  const first = put(open([A, short, { ...B, start: 5 }]), { name: 'fade', seconds: 3 });
  expect(first.cuts[0]?.overlap).toBe(1);
});

it('rolls a cut within the files, with its transition', () => {
  const roll = (opened: Opened, by: number): Opened =>
    change(opened, ({ edit, cut }) => rollCut(edit, cut, by, SETTINGS));
  expect(timesOf(roll(open([A, B]), 0.4))).toEqual([
    [0, 4.4],
    [4.4, 3.6],
  ]);
  // The file of the later clip begins 3 s before its cut.
  expect(timesOf(roll(open([A, B]), -3.5))).toEqual([
    [0, 1],
    [1, 7],
  ]);
  const faded = put(open([A, B]), { name: 'fade', seconds: 1 });
  const rolled = roll(faded, 0.4);
  expect(rolled.cuts[0]).toMatchObject({ overlap: 1, after: { start: 3.92 } });
  expect(clipsOf(rolled)[1]).toMatchObject({ start: 'auto', overlap: 1 });
});

it('cross-fades two sounds by the names of the fades, or by tweens where these would be too long', () => {
  const before = open([SOUND_A, SOUND_B]);
  const named = put(before, { name: 'fade' });
  expect(clipsOf(named)).toEqual([
    { asset: { ...audio, trim: 2, effect: 'fadeOut' }, start: 0, length: 6 },
    { asset: { ...audio, trim: 2, effect: 'fadeIn' }, start: 'auto', overlap: 2, length: 6 },
  ]);
  expect(nameAtCut(named.edit, named.cuts[0]!)).toBe('fade');
  const shorter = put(named, { name: 'fade', seconds: 0.8 });
  expect(clipsOf(shorter)).toMatchObject([
    { asset: { volume: [{ from: 1, to: 0, start: 4.6, length: 0.8 }] } },
    { asset: { volume: [{ from: 0, to: 1, start: 0, length: 0.8 }] }, overlap: 0.8 },
  ]);
  // At every moment, the shares of both add up to one.
  for (const faded of [named, shorter]) {
    expect(Math.min(...gainsOf(faded))).toBeGreaterThan(0.998);
    expect(Math.max(...gainsOf(faded))).toBeLessThan(1.002);
  }
  const rolled = change(shorter, ({ edit, cut }) => rollCut(edit, cut, 0.4, SETTINGS));
  expect(Math.min(...gainsOf(rolled))).toBeGreaterThan(0.998);
  expect(rolled.cuts[0]).toMatchObject({ overlap: 0.8, after: { start: 5 } });
  expect(clipsOf(put(rolled))).toEqual([
    { ...SOUND_A, length: 5.4 },
    { ...SOUND_B, asset: { ...audio, trim: 3.4 }, start: 'auto', length: 4.6 },
  ]);
});

it('keeps a cross-fade at the ends of clips that are trimmed', () => {
  const faded = put(open([SOUND_A, SOUND_B]), { name: 'fade', seconds: 1 });
  const shorter = change(faded, ({ edit, spans }) => trimClip(edit, spans[0]!, 'end', -1, { rate: 25 }));
  expect(timesOf(shorter)).toEqual([
    [0, 4.52],
    [3.52, 5.48],
  ]);
  expect(Math.min(...gainsOf(shorter))).toBeGreaterThan(0.998);
  expect(Math.max(...gainsOf(shorter))).toBeLessThan(1.002);
});

it('keeps the volumes and the other fades of sounds that it cross-fades', () => {
  const loud = { ...SOUND_A, asset: { ...audio, trim: 2, volume: 0.5, effect: 'fadeIn' } };
  const faded = put(open([loud, SOUND_B]), { name: 'fade', seconds: 1 });
  expect(clipsOf(faded)[0]?.asset).toEqual({
    ...audio,
    trim: 2,
    volume: [
      { from: 0, to: 0.5, start: 0, length: 2 },
      { from: 0.5, to: 0, start: 4.52, length: 1 },
    ],
  });
  expect(clipsOf(put(faded))[0]?.asset).toEqual(loud.asset);
});

it('fades the sounds of films with their pictures, unless they are muted, animated or unwanted', () => {
  const volumes = (opened: Opened): unknown[] => clipsOf(opened).map(({ asset }) => asset?.['volume']);
  const faded = put(open([A, B]), { name: 'wipeLeft', seconds: 1 });
  expect(volumes(faded)).toEqual([
    [{ from: 1, to: 0, start: 3.52, length: 1 }],
    [{ from: 0, to: 1, start: 0, length: 1 }],
  ]);
  const plain = put(faded, { name: 'fade', fadesSounds: false });
  expect([volumes(plain), plain.cuts[0]?.overlap]).toEqual([[undefined, undefined], 1]);
  expect(volumes(put(plain, { name: 'fade', seconds: 1.2 }))).toEqual([undefined, undefined]);
  const animated = [
    { from: 1, to: 0.2, start: 1, length: 1 },
    { from: 0.2, to: 1, start: 2, length: 1 },
  ];
  for (const volume of [0, animated]) {
    const opened = put(open([{ ...A, asset: { ...A.asset, volume } }, B]), { name: 'fade' });
    expect(volumes(opened)).toEqual([volume, undefined]);
  }
});
