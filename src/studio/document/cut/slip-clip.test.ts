import { expect, it } from 'vitest';
import { listSpans } from '../clip-spans.ts';
import { changeDraft, type DraftAsset, type DraftEdit } from '../edit-text.ts';
import { ASSETS, FILE_SECONDS } from '../shown-frames.fixture.ts';
import { closeGapAt } from './shift-later.ts';
import { canSlip, slipClip } from './slip-clip.ts';

const { video, image } = ASSETS;

/** Slips a clip of 4 s, and returns its trim. */
function slip(asset: DraftAsset, by: number, dialect?: 'shotstack'): unknown {
  const edit: DraftEdit = { timeline: { tracks: [{ clips: [{ asset, start: 1, length: 4 }] }] } };
  const facts = { rate: 25, fileLength: FILE_SECONDS, dialect };
  const changed = changeDraft(edit, slipClip(edit, listSpans(edit)[0]!, by, facts));
  return changed.timeline?.tracks?.[0]?.clips?.[0]?.asset?.['trim'];
}

it.each([
  ['a later part', { ...video, trim: 2 }, 1, 3],
  ['nothing behind the end of its file', { ...video, trim: 2 }, 9, 6],
  ['nothing before its beginning', { ...video, trim: 2 }, -9, 0],
  ['twice as much at twice the speed', { ...video, trim: 1, speed: 2 }, 0.5, 2],
  ['the same, if it has no file', image, 1, undefined],
])('a clip that is slipped shows %s', (_name, asset, by, trim) => {
  expect(slip(asset, by)).toBe(trim);
});

it('counts the trim in seconds of playback in the dialect of the public service', () => {
  expect(slip({ ...video, trim: 0.5, speed: 2 }, 0.5, 'shotstack')).toBe(1);
});

it('cannot slip a film whose speed changes or that plays backwards', () => {
  expect([1, -1, [{ from: 1, to: 2 }]].map((speed) => canSlip({ asset: { ...video, speed } }))).toEqual([
    true,
    false,
    false,
  ]);
});

it('closes the gap at a second, and what follows a clip moves with it', () => {
  const clips = [
    { asset: image, start: 1, length: 2 },
    { asset: image, start: 5, length: 1 },
    { asset: image, start: 'auto', length: 1 },
  ];
  const edit: DraftEdit = { timeline: { tracks: [{ clips }] } };
  const close = (second: number): unknown[] =>
    (changeDraft(edit, closeGapAt(edit, listSpans(edit), 0, second)).timeline?.tracks?.[0]?.clips ?? []).map(
      ({ start }) => start,
    );
  expect([close(4), close(0.5), close(2), close(9)]).toEqual([
    [1, 3, 'auto'],
    [0, 4, 'auto'],
    [1, 5, 'auto'],
    [1, 5, 'auto'],
  ]);
});
