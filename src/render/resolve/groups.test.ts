import { expect, it } from 'vitest';
import type { Clip } from '../../edit/index.ts';
import { clip, editOf, image, mediaOf, text, track, videoTrack } from './edit.fixture.ts';
import { dryRun } from './dry-run.ts';
import { resolve } from './resolve.ts';
import type { GroupVisual, VisualClip } from './timeline.ts';

const media = mediaOf({
  video: { kind: 'av', video: videoTrack(10), audio: track(10) },
  matte: { kind: 'still', path: '/matte', width: 10, height: 10 },
});
const video = (given: Partial<Clip> = {}) => clip({ asset: { type: 'video', src: 'video' }, ...given });

function group(tracks: readonly Clip[][], given: Partial<Clip> = {}, size: { width?: number } = {}): Clip {
  return clip({ asset: { type: 'group', tracks: tracks.map((clips) => ({ clips })), ...size }, ...given });
}

function insideOf({ visual }: VisualClip | undefined = {} as VisualClip): GroupVisual {
  if (visual.kind !== 'group') throw new Error('This is not a group.');
  return visual;
}

const PATH = 'timeline.tracks[0].clips[0]';
const INSIDE = `${PATH}.asset.tracks`;

it('resolves the clips of a group on the frames of the timeline, in their order', () => {
  const edit = editOf([
    [group([[clip({ start: 1 })], [clip({ asset: text(), length: 9 })]], { start: 2, length: 3 })],
    [clip()],
  ]);
  const { visualClips } = resolve(edit, media, 'interface');
  expect(visualClips.map(({ field, from, to }) => [field, from, to])).toEqual([
    [PATH, 50, 125],
    ['timeline.tracks[1].clips[0]', 0, 25],
  ]);
  const { clips, width, height } = insideOf(visualClips[0]);
  expect([width, height]).toEqual([1280, 720]);
  expect(clips.map(({ field, from, to }) => [field, from, to])).toEqual([
    [`${INSIDE}[0].clips[0]`, 75, 100],
    [`${INSIDE}[1].clips[0]`, 50, 125],
  ]);
});

it('stacks the tracks of a group as the dialect stacks those of the timeline', () => {
  const edit = editOf([[group([[clip()], [clip({ asset: text() })]])]]);
  const kinds = (dialect: 'interface' | 'shotstack') =>
    insideOf(resolve(edit, media, dialect).visualClips[0]).clips.map(({ visual }) => visual.kind);
  expect(kinds('interface')).toEqual(['still', 'drawn']);
  expect(kinds('shotstack')).toEqual(['drawn', 'still']);
});

it('gives a canvas without a size that of the picture around it', () => {
  const nested = group([[clip()]]);
  const { visualClips } = resolve(editOf([[group([[nested]], {}, { width: 500 })]]), media, 'interface');
  const outer = insideOf(visualClips[0]);
  const inner = insideOf(outer.clips[0]);
  expect([outer, inner].map(({ width, height }) => [width, height])).toEqual([
    [500, 720],
    [500, 720],
  ]);
});

it('confines a matte to its track of the group', () => {
  const matte = clip({ asset: { type: 'luma', src: 'matte' } });
  const edit = editOf([[group([[clip(), matte], [clip()]])], [clip()]]);
  const { visualClips } = resolve(edit, media, 'interface');
  const mattesOf = (clips: readonly VisualClip[]) => clips.map(({ mattes }) => mattes?.[0]?.field);
  expect(mattesOf(visualClips)).toEqual([undefined, undefined]);
  expect(mattesOf(insideOf(visualClips[0]).clips)).toEqual([`${INSIDE}[0].clips[1]`, undefined]);
});

it('lets clips of a group dissolve into each other, but not into clips of other tracks', () => {
  const fading = (given: Partial<Clip>) =>
    clip({ length: 2, transition: { in: 'fade', out: 'fade' }, ...given });
  const next = fading({ start: 'auto', overlap: 0.5 });
  const { visualClips } = resolve(
    editOf([[group([[fading({}), next]], { length: 'auto' })]]),
    media,
    'interface',
  );
  expect(insideOf(visualClips[0]).clips.map(({ dissolvesInto }) => dissolvesInto)).toEqual([
    `${INSIDE}[0].clips[1]`,
    undefined,
  ]);
});

it('hears the sounds of a group at their times, until the group ends', () => {
  const fading = video({ start: 1, length: 8 });
  fading.asset = { type: 'video', src: 'video', volumeEffect: 'fadeOut', volume: 0.5, trim: 2 };
  const edit = editOf([[group([[fading]], { start: 2, length: 5, opacity: 0.5 })]]);
  const [sound] = resolve(edit, media, 'interface').audioClips;
  expect(sound).toMatchObject({ field: `${INSIDE}[0].clips[0]`, from: 75, to: 175, volume: 0.5, fadeOut: 2 });
  expect([sound?.start.valueOf(), sound?.trim.valueOf()]).toEqual([3, 2]);
});

it('ducks under voices in groups', () => {
  const music = clip({ asset: { type: 'audio', src: 'video', duck: { under: 'alias://voice' } }, length: 9 });
  const voice = video({ alias: 'voice', length: 3 });
  const { audioClips } = resolve(editOf([[group([[voice]], { length: 4 })], [music]]), media, 'interface');
  expect(audioClips[1]?.duck?.under).toEqual([`${INSIDE}[0].clips[0]`]);
});

it('tells the times of the clips in a group in a dry run', () => {
  const edit = editOf([[group([[clip({ start: 1 })]], { start: 2, length: 'auto' })]]);
  const { timeline } = dryRun(edit, {}, 'interface');
  expect(timeline).toEqual({
    duration: 4,
    tracks: [{ clips: [{ start: 2, length: 2, tracks: [{ clips: [{ start: 3, length: 1 }] }] }] }],
  });
});

it('rejects groups with too many pixels at the same time, once the media tell the times', () => {
  const large = (): Clip =>
    clip({
      asset: { type: 'group', width: 4096, height: 4096, tracks: [{ clips: [video({ length: 'auto' })] }] },
      length: 'auto',
    });
  const resolveMany = (count: number) => () =>
    resolve(editOf(Array.from({ length: count }, () => [large()])), media, 'interface');
  expect(resolveMany(2)).not.toThrow();
  expect(resolveMany(3)).toThrow('timeline.tracks[2].clips[0].asset makes the groups');
});

it('resolves a group with an image in a group', () => {
  const { visualClips } = resolve(
    editOf([[group([[group([[clip({ asset: image() })]])]])]]),
    media,
    'interface',
  );
  expect(insideOf(insideOf(visualClips[0]).clips[0]).clips[0]?.visual.kind).toBe('still');
});
