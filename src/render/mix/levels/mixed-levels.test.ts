import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AudioTrack } from '../../media/media.ts';
import { audioTimeline, sine, writeTone } from '../test-tones.fixture.ts';
import { LOWEST_LEVEL } from './band-meter.ts';
import { MixedLevels } from './mixed-levels.ts';

const COUNT = 24;
const SECONDS = 8;
let folder: string;
let low: AudioTrack;
let high: AudioTrack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-levels-'));
  // Its level changes all the time, so that a moment is found again.
  low = await writeTone(
    join(folder, 'low.wav'),
    (index) => sine(200)(index) * Math.sin(index / 9000),
    SECONDS,
  );
  high = await writeTone(join(folder, 'high.wav'), sine(5000), 2);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const timeline = () =>
  audioTimeline(
    [
      { track: low, from: 0, to: SECONDS },
      { track: high, from: 2, to: 4 },
    ],
    SECONDS,
  );

it('measures the same levels wherever one begins', async () => {
  using all = new MixedLevels(timeline());
  const expected: (readonly number[])[] = [];
  for (let frame = 0; frame < 25 * SECONDS; frame++)
    expected.push(await all.levelsAt(frame, { count: COUNT }));
  using some = new MixedLevels(timeline());
  for (const frame of [170, 12, 60, 61, 199, 0])
    expect(await some.levelsAt(frame, { count: COUNT })).toEqual(expected[frame]);
});

it('hears a sound in the frames in which it is heard', async () => {
  using levels = new MixedLevels(timeline());
  const heard = async (frame: number): Promise<boolean> =>
    Math.max(...(await levels.levelsAt(frame, { count: COUNT })).slice(18)) > -20;
  // The sound lasts from frame 50 to 100. Its window around the middle of a frame is almost as long as a frame.
  expect(await Promise.all([48, 51, 98, 101].map(heard))).toEqual([false, true, true, false]);
});

it('hears one clip alone', async () => {
  using levels = new MixedLevels(timeline());
  const fields = ['timeline.tracks[0].clips[1]'];
  const only = await levels.levelsAt(60, { fields, count: COUNT });
  expect(Math.max(...only.slice(0, 8))).toBeLessThan(-60);
  expect(Math.max(...only)).toBeGreaterThan(-12);
  expect(Math.max(...(await levels.levelsAt(10, { fields, count: COUNT })))).toBeLessThan(-100);
});

it('is silent before and after all sounds', async () => {
  using levels = new MixedLevels(audioTimeline([], 1));
  expect(new Set(await levels.levelsAt(0, { count: COUNT }))).toEqual(new Set([LOWEST_LEVEL]));
});
