import { describe, expect, it } from 'vitest';
import { listSpans } from '../clip-spans.ts';
import { changeText, type DraftClip, type DraftEdit, readDraft, writeEdit } from '../edit-text.ts';
import { ASSETS, FILE_SECONDS, findDifference, listFrames } from '../shown-frames.fixture.ts';
import { type ClipEdge, trimClip } from './trim-clip.ts';

const { video, audio, image } = ASSETS;

/** The clip begins at second 1 and ends at second 5. A film before it makes the timeline as long as before. */
function editOf(clip: object): string {
  return writeEdit({
    timeline: {
      tracks: [
        { clips: [{ asset: image, start: 0, length: 9, opacity: 0 }] },
        { clips: [{ asset: image, start: 1, length: 4, ...clip }] },
      ],
    },
    output: { format: 'mp4', size: { width: 1280, height: 720 } },
  });
}

function trim(edit: string, edge: ClipEdge, by: number, dialect?: 'shotstack'): string {
  const draft = readDraft(edit) as DraftEdit;
  const span = listSpans(draft)[1]!;
  return changeText(edit, trimClip(draft, span, edge, by, { rate: 25, fileLength: FILE_SECONDS, dialect }));
}

function clipAfter(edit: string): DraftClip {
  return (readDraft(edit) as DraftEdit).timeline!.tracks![1]!.clips![0]!;
}

const tweens = [
  { from: 0.2, to: 1, start: 0.4, length: 1.6, interpolation: 'bezier', easing: 'easeInOutBack' },
  { from: 0.5, to: 0.7, start: 3.6, length: 0.4 },
];

describe('what is left of a clip looks and sounds as before at every frame', () => {
  it.each<[string, object]>([
    ['tweens', { scale: tweens, opacity: [{ from: 1, to: 0.3, start: 1, length: 2 }] }],
    ['a fast film', { asset: { ...video, speed: 2 }, offset: { x: tweens } }],
    ['a film whose speed changes', { asset: { ...video, trim: 3, speed: tweens } }],
    ['a film that plays backwards', { asset: { ...video, trim: 9, speed: [{ ...tweens[0], from: -1 }] } }],
    ['a sound', { asset: { ...audio, trim: 3, volume: tweens.slice(1) } }],
  ])('with %s', (_name, clip) => {
    const edit = editOf(clip);
    const before = listFrames(edit);
    const kept = (frames: readonly number[][], [from, to]: readonly [number, number]) =>
      frames.slice(Math.round(from * 25), Math.round(to * 25));
    for (const [edge, by, rest] of [
      ['start', 0.52, [1.52, 5]],
      ['start', 2, [3, 5]],
      ['start', -0.6, [1, 5]],
      ['end', -1.28, [1, 3.72]],
      ['end', -2.8, [1, 2.2]],
      ['end', 0.4, [1, 5]],
    ] as const) {
      const after = listFrames(trim(edit, edge, by));
      const difference = findDifference(kept(after, rest), kept(before, rest));
      expect([edge, by, difference < 1e-2]).toEqual([edge, by, true]);
    }
  });
});

it('a film that began between two frames shows what it showed', () => {
  const edit = editOf({ asset: { ...video, speed: 2 }, start: 1.012, length: 3.988 });
  // The edge is then at the beginning of a frame.
  const after = trim(edit, 'start', 0.508);
  expect(clipAfter(after)).toMatchObject({ start: 1.52, asset: { trim: 3.04 } });
  expect(findDifference(listFrames(after).slice(38, 125), listFrames(edit).slice(38, 125))).toBeLessThan(
    1e-5,
  );
});

it('a trim counts seconds of playback in the dialect of the public service', () => {
  const edit = editOf({ asset: { ...video, trim: 1, speed: 2 } });
  const after = trim(edit, 'start', 0.52, 'shotstack');
  expect(clipAfter(after).asset?.['trim']).toBe(1.52);
  expect(clipAfter(trim(edit, 'start', -3, 'shotstack'))).toMatchObject({ start: 0, asset: { trim: 0 } });
  // The file lasts 10 s, and the clip begins at its second 2.
  expect(clipAfter(trim(edit, 'end', 9, 'shotstack'))).toMatchObject({ length: 4 });
  const frames = [after, edit].map((text) => listFrames(text, 'shotstack').slice(38, 125)) as [
    number[][],
    number[][],
  ];
  expect(findDifference(...frames)).toBeLessThan(1e-5);
});

describe('an edge stops', () => {
  const film = (more: object = {}) => ({ asset: { ...video, ...more } });
  it.each<[string, object, ClipEdge, number, object]>([
    ['at second 0', {}, 'start', -9, { start: 0, length: 5 }],
    ['before nothing is left', {}, 'start', 9, { start: 4.9, length: 0.1 }],
    ['before nothing is left, from the end', {}, 'end', -9, { length: 0.1 }],
    ['never for a picture', {}, 'end', 20, { length: 24 }],
    [
      'at the beginning of its file',
      film({ trim: 0.4 }),
      'start',
      -0.9,
      { start: 0.6, asset: film({ trim: 0 }).asset },
    ],
    ['earlier at twice the speed', film({ trim: 0.4, speed: 2 }), 'start', -0.9, { start: 0.8, length: 4.2 }],
    ['at the end of its file', film(), 'end', 20, { length: 8 }],
    ['at the end of its file, at half the speed', film({ speed: 0.5 }), 'end', 20, { length: 16 }],
    ['never if the file repeats', film({ loop: true }), 'end', 20, { length: 24 }],
    ['never if the file stands still', film({ speed: 0 }), 'end', 20, { length: 24 }],
    ['where it is if it is beyond the file already', { ...film(), length: 12 }, 'end', 3, { length: 12 }],
  ])('%s', (_name, clip, edge, by, expected) => {
    expect(clipAfter(trim(editOf(clip), edge, by))).toMatchObject(expected);
  });

  it('nowhere if the length of the file is unknown', () => {
    const draft = readDraft(editOf(film())) as DraftEdit;
    const changes = trimClip(draft, listSpans(draft)[1]!, 'end', 20, { rate: 25 });
    expect(changes).toContainEqual({ path: ['timeline', 'tracks', 1, 'clips', 0, 'length'], value: 24 });
  });
});

describe('a film whose speed changes', () => {
  const speed = [
    { from: 1, to: 2, start: 0, length: 2 },
    { from: 2, to: 0.5, start: 2, length: 2 },
  ];
  const film = (more: object) => editOf({ asset: { ...video, speed, ...more } });

  it('is trimmed by what it has played, and its speed stays tweens', () => {
    expect(clipAfter(trim(film({}), 'start', 2)).asset).toEqual({
      ...video,
      trim: 5,
      speed: [{ ...speed[1], start: 0 }],
    });
    expect(clipAfter(trim(film({}), 'start', 3.88)).asset?.['speed']).toHaveLength(1);
    expect(clipAfter(trim(film({ speed: [{ from: 1, to: 2, length: 1 }] }), 'start', 2)).asset).toEqual({
      ...video,
      trim: 5.5,
      speed: [{ from: 2, to: 2 }],
    });
  });

  it('stops at the beginning and at the end of its file, by the speeds that it has there', () => {
    expect(clipAfter(trim(film({ trim: 0.4 }), 'start', -0.9))).toMatchObject({ start: 0.6, length: 4.4 });
    // In 4 s, it plays 5.5 s. It then goes on at half the speed.
    expect(clipAfter(trim(film({}), 'end', 20))).toMatchObject({ length: 9 });
    const backwards = film({ speed: [{ from: 1, to: -1, length: 4 }] });
    expect(clipAfter(trim(backwards, 'end', 20))).toMatchObject({ length: 24 });
  });

  it.each<[string, object]>([
    ['where it is before its file', { trim: 1, speed: [{ from: -1, to: -1 }] }],
    ['with placeholders', { speed: [{ from: '{{ A }}', to: 1, length: 1 }] }],
  ])('does not begin %s', (_name, more) => {
    expect(trim(film(more), 'start', 2)).toBe(film(more));
  });
});

it('a clip that follows another one gets a start of its own, without an overlap', () => {
  const after = trim(editOf({ start: 'auto', overlap: 0.5 }), 'start', 0.2);
  expect(clipAfter(after)).toEqual({ asset: image, start: 0.2, length: 3.8 });
});

it('tweens with placeholders stay as they are', () => {
  const scale = [{ from: '{{ A }}', to: 1, length: 1 }];
  expect(clipAfter(trim(editOf({ scale }), 'end', -0.2))['scale']).toEqual(scale);
});
