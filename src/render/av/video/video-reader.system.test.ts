import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeClip, paintNumber, readNumber } from '../../../../test/media/clips.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { toRate, type Seconds, toSeconds, ZERO } from '../../../base/time.ts';
import { probeAv } from '../input/probe-av.ts';
import { planesOf } from './video-frame.ts';
import { VideoReader } from './video-reader.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** The frame times of a recorded screen in milliseconds: it writes a frame when something changes. */
const SCREEN = [0, 33, 67, 2000, 2033, 3100, 4000];

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
  const make = (name: string, clock: number, ticks: number[], more = {}) =>
    makeClip(media.path(name), { width: 160, height: 90, clock, ticks, paint: paintNumber, ...more });
  await make('25.mp4', 25, range(75), { keyframeEvery: 25 });
  for (const rate of [24, 30, 60]) {
    const ticks = range(2 * rate).map((index) => Math.round((index * 1000) / rate));
    await make(`${rate}.mkv`, 1000, ticks, { container: 'matroska' });
  }
  await make('screen.mp4', 1000, SCREEN);
});

afterAll(() => media[Symbol.asyncDispose]());

interface Play {
  /** Source second of output frame 0. */
  readonly trim?: number;
  readonly speed?: number;
  /** Frame rate of the output. */
  readonly fps: number;
  readonly frames: readonly number[];
  readonly restart?: Seconds;
  /** The second at which each repetition begins. */
  readonly from?: Seconds;
}

/** Reads the numbers of the source frames that are shown in frames of an output; -1 after the end. */
async function play(
  name: string,
  { trim = 0, speed = 1, fps, frames, restart, from = ZERO }: Play,
): Promise<number[]> {
  const { video } = await probeAv(media.path(name), name.endsWith('mkv') ? 'matroska' : 'mov');
  if (!video) throw new Error('no picture');
  using reader = await VideoReader.open(video.location);
  const step = toSeconds(speed).div(toRate(fps));
  const numbers: number[] = [];
  for (const frame of frames) {
    const second = toSeconds(trim).add(step.mul(frame));
    const time = restart ? from.add(second.sub(from).mod(restart.sub(from))) : second;
    const shown = await reader.frameAt({
      time,
      lead: step.abs().div(2),
      tail: step.abs(),
      ...(speed < 0 && { isBackward: true }),
      ...(restart && { restart: { at: restart, to: from } }),
    });
    numbers.push(shown ? readNumber(planesOf(shown)) : -1);
  }
  return numbers;
}

it('keeps frames that lie on frames of the output', async () => {
  expect(await play('25.mp4', { trim: 1, fps: 25, frames: range(50) })).toEqual(range(50).map((n) => 25 + n));
  expect(await play('25.mp4', { fps: 50, frames: range(20) })).toEqual(range(20).map((n) => n >> 1));
});

it.each([
  [0.499, 12],
  [0.501, 13],
  [0.517, 13],
  [0.52, 13],
  [0.539, 13],
  [0.54, 13],
  [0.5401, 14],
])('begins with the nearest frame at a trim of %d s and goes on by one', async (trim, first) => {
  expect(await play('25.mp4', { trim, fps: 25, frames: range(10) })).toEqual(
    range(10).map((index) => first + index),
  );
});

it.each([
  ['24.mkv', 24, 0.0208],
  ['24.mkv', 24, 0.0625],
  ['30.mkv', 30, 0.05],
  ['30.mkv', 30, 0.0505],
  ['30.mkv', 30, 0.5171],
  ['30.mkv', 30, 0.0163],
  ['60.mkv', 30, 0.025],
  ['60.mkv', 30, 0.5083],
  ['60.mkv', 30, 0.5089],
  ['60.mkv', 30, 0.509],
])('milliseconds in %s at %d fps lose and repeat no frame at a trim of %d s', async (name, fps, trim) => {
  const numbers = await play(name, { trim, fps, frames: range(fps) });
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? NaN));
  expect(new Set(steps)).toEqual(new Set([name === '60.mkv' ? 2 : 1]));
});

it('shows each frame of a slower source from the output frame nearest to its time, halves up', async () => {
  // Frame n lies at 1.25 n. Frames 2 and 6 lie halfway between two output frames.
  expect(await play('24.mkv', { fps: 30, frames: range(11) })).toEqual([0, 1, 1, 2, 3, 4, 5, 5, 6, 7, 8]);
});

it.each([0.5, 1.37, 2, 7.3])('shows the nearest frame at speed %d', async (speed) => {
  const frames = range(Math.floor(56 / speed));
  const positions = frames.map((frame) => 25 * 0.207 + speed * frame);
  const half = speed / 2;
  const expected = positions.map((at) => {
    const last = Math.floor(at + 1e-9);
    return last + 1 - at < Math.min(half, 0.5) - 1e-9 ? last + 1 : last;
  });
  expect(await play('25.mp4', { trim: 0.207, speed, fps: 25, frames })).toEqual(expected);
});

it('does not end a frame early that lasts long', async () => {
  // Frame 3 is shown from 2 s on, and frame 5 from 3.1 s on.
  expect(await play('screen.mp4', { fps: 10, frames: [1, 10, 19, 20, 21, 30, 31, 39, 40] })).toEqual([
    2, 2, 2, 3, 4, 4, 5, 5, 6,
  ]);
  expect(await play('screen.mp4', { trim: 0.04, fps: 10, frames: [18, 19, 20] })).toEqual([2, 2, 4]);
  expect(await play('screen.mp4', { trim: 0.06, fps: 10, frames: [18, 19, 20] })).toEqual([2, 3, 4]);
});

it('reads the same frames backwards and in any order', async () => {
  const frames = range(60);
  const forwards = await play('25.mp4', { trim: 0.013, speed: 1.2, fps: 25, frames });
  const backwards = await play('25.mp4', { trim: 0.013, speed: 1.2, fps: 25, frames: frames.toReversed() });
  expect(backwards).toEqual(forwards.toReversed());
  const jumps = [40, 3, 4, 4, 59, 20, 19, 21];
  const jumped = await play('25.mp4', { trim: 0.013, speed: 1.2, fps: 25, frames: jumps });
  expect(jumped).toEqual(jumps.map((frame) => forwards[frame]));
});

it('shows the first frame before its time, and nothing after the end', async () => {
  expect(await play('25.mp4', { trim: 2.93, fps: 25, frames: range(4) })).toEqual([73, 74, 74, -1]);
});

it('begins again with the first frame where it is the nearest', async () => {
  const restart = toSeconds(3);
  expect(await play('25.mp4', { trim: 2.905, fps: 25, frames: range(5), restart })).toEqual([
    73, 74, 0, 1, 2,
  ]);
  expect(await play('25.mp4', { trim: 2.895, fps: 25, frames: range(5), restart })).toEqual([
    72, 73, 74, 0, 1,
  ]);
});

it('shows the frame at the trim while it stands still', async () => {
  expect(await play('25.mp4', { trim: 1.039, speed: 0, fps: 25, frames: [0, 1] })).toEqual([25, 25]);
  expect(await play('30.mkv', { trim: 0.033, speed: 0, fps: 25, frames: [0] })).toEqual([1]);
});

it.each([
  ['each frame', '25.mp4', { trim: 2.96, speed: -1, fps: 25, frames: range(75) }, range(75).toReversed()],
  [
    'faster',
    '25.mp4',
    { trim: 2.96, speed: -2, fps: 25, frames: range(37) },
    range(37).map((n) => 74 - 2 * n),
  ],
  [
    'slower',
    '25.mp4',
    { trim: 2, speed: -0.5, fps: 25, frames: range(50) },
    range(50).map((n) => 50 - Math.ceil(n / 2)),
  ],
  ['long frames', 'screen.mp4', { trim: 3.5, speed: -1, fps: 2, frames: range(8) }, [5, 5, 4, 3, 2, 2, 2, 0]],
])('plays backwards: %s', async (_, name, given, expected) => {
  expect(await play(name, given)).toEqual(expected);
});

it('goes on forward after it went back', async () => {
  const { video } = await probeAv(media.path('25.mp4'), 'mov');
  using reader = await VideoReader.open(video!.location);
  const numberAt = async (frame: number, isBackward = false): Promise<number> => {
    const [time, lead] = [toSeconds(frame).div(25), toSeconds(0.02)];
    const shown = await reader.frameAt({ time, lead, tail: lead, ...(isBackward && { isBackward: true }) });
    return shown ? readNumber(planesOf(shown)) : -1;
  };
  const numbers: number[] = [];
  for (let frame = 60; frame > 40; frame--) numbers.push(await numberAt(frame, true));
  for (let frame = 40; frame < 75; frame++) numbers.push(await numberAt(frame));
  expect(numbers).toEqual([...range(20).map((n) => 60 - n), ...range(35).map((n) => 40 + n)]);
});

it('goes back and forth again and again', async () => {
  const { video } = await probeAv(media.path('25.mp4'), 'mov');
  using reader = await VideoReader.open(video!.location);
  const wanted = [
    range(20).map((n) => 60 - n),
    range(15).map((n) => 41 + n),
    range(25).map((n) => 55 - n),
  ].flat();
  const numbers: number[] = [];
  for (const [index, frame] of wanted.entries()) {
    const isBackward = index < 20 || index >= 35;
    const [time, lead] = [toSeconds(frame).div(25), toSeconds(0.02)];
    const shown = await reader.frameAt({ time, lead, tail: lead, ...(isBackward && { isBackward }) });
    numbers.push(shown ? readNumber(planesOf(shown)) : -1);
  }
  expect(numbers).toEqual(wanted);
});
