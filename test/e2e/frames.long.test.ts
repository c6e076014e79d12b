import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClip, paintNumber, readNumber } from '../media/clips.ts';
import { mapFrames } from '../media/decode-output.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';

const SIZE = { width: 384, height: 216 };
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Very uneven frame times of a phone that drops and delays frames, in milliseconds. */
const UNEVEN = range(120).map((index) => 33 * index + (index % 7 === 3 ? 25 : 0) + (index > 40 ? 180 : 0));

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
  const make = (name: string, clock: number, ticks: number[], more = {}) =>
    makeClip(media.path(name), { ...SIZE, clock, ticks, paint: paintNumber, ...more });
  await make('30.mp4', 30, range(150));
  await make(
    '2997.mp4',
    30_000,
    range(120).map((index) => index * 1001),
  );
  await make(
    '23976.mp4',
    24_000,
    range(96).map((index) => index * 1001),
  );
  await make('uneven.mp4', 1000, UNEVEN);
  for (const fps of [24, 30]) {
    const times = range(90).map((index) => Math.round((index * 1000) / fps));
    await make(`${fps}.mkv`, 1000, times, { container: 'matroska' });
  }
  await make('coarse.mp4', 30, range(90), { timescale: 30 });
  await make('long.mp4', 30, range(600), { keyframeEvery: 250 });
});

afterAll(() => media[Symbol.asyncDispose]());

/**
 * Returns the expected source frames: the nearest one to the time of each output frame, but none that is half
 * an output frame early or earlier (contract C21).
 */
function expectedFrames(
  times: readonly number[],
  trim: number,
  rate: number,
  count: number,
  speed = 1,
): number[] {
  return range(count).map((frame) => {
    const wanted = trim + (speed * frame) / rate;
    const last = times.findLastIndex((time) => time <= wanted + 1e-6);
    const early = (times[last + 1] ?? Infinity) - wanted;
    const late = wanted - (times[last] ?? -Infinity);
    return early < Math.min(late, speed / rate / 2) - 1e-6 ? last + 1 : last;
  });
}

async function numbers(name: string, clip: object, output: object): Promise<number[]> {
  const to = media.path(`out-${name}-${Math.random()}.mp4`);
  const edit = {
    timeline: {
      tracks: [
        {
          clips: [
            {
              start: 0,
              ...clip,
              asset: {
                type: 'video',
                src: media.path(name),
                ...('asset' in clip ? (clip.asset as object) : {}),
              },
            },
          ],
        },
      ],
    },
    output: { format: 'mp4', size: SIZE, ...output },
  };
  await renderEdit(edit, to);
  return mapFrames(to, readNumber);
}

test.each([
  ['30.mp4', range(150).map((index) => index / 30), 0, 25],
  ['30.mp4', range(150).map((index) => index / 30), 0.5, 30],
  ['30.mp4', range(150).map((index) => index / 30), 1.7, 24],
  ['30.mp4', range(150).map((index) => index / 30), 0.517, 30],
  ['30.mkv', range(90).map((index) => index / 30), 0.5172, 30],
  ['2997.mp4', range(120).map((index) => (index * 1001) / 30_000), 0, 29.97],
  ['2997.mp4', range(120).map((index) => (index * 1001) / 30_000), 0.7, 60],
  ['23976.mp4', range(96).map((index) => (index * 1001) / 24_000), 0.2, 25],
  ['uneven.mp4', UNEVEN.map((time) => time / 1000), 0.9, 25],
  ['uneven.mp4', UNEVEN.map((time) => time / 1000), 0, 60],
])('%s (%#) shows the right source frame in every output frame', async (name, times, trim, fps) => {
  const rate = fps === 29.97 ? 30_000 / 1001 : fps;
  const count = Math.round(2 * rate);
  expect(await numbers(name, { length: 2, asset: { trim } }, { fps })).toEqual(
    expectedFrames(times, trim, rate, count),
  );
});

test.each([
  [24, false],
  [30, false],
  [24, true],
  [30, true],
])('rounded timestamps lose and repeat no frame: %d fps, transcode %s', async (fps, transcode) => {
  const clip = { length: 2, asset: { transcode } };
  expect(await numbers(`${fps}.mkv`, clip, { fps })).toEqual(range(2 * fps));
});

test.each([
  ['24.mkv', 24, 0.0624],
  ['30.mkv', 30, 0.5171],
  ['30.mkv', 30, 0.05],
])(
  'rounded timestamps do not flicker halfway between frames: %s at a trim of %d s',
  async (name, fps, trim) => {
    const [first = NaN, ...rest] = await numbers(
      name,
      { length: 1, asset: { trim, transcode: true } },
      { fps },
    );
    expect(rest).toEqual(rest.map((_, index) => first + 1 + index));
  },
);

test('a timescale of one tick per frame is not mistaken for rounded timestamps', async () => {
  const times = range(90).map((index) => index / 30);
  expect(await numbers('coarse.mp4', { length: 2 }, { fps: 25 })).toEqual(expectedFrames(times, 0, 25, 50));
  expect(await numbers('coarse.mp4', { length: 1 }, { fps: 30 })).toEqual(range(30));
});

test('a trim far into a long group of pictures starts with the right frame', async () => {
  expect(await numbers('long.mp4', { length: 1, asset: { trim: 14.3 } }, { fps: 30 })).toEqual(
    range(30).map((index) => 429 + index),
  );
});

test.each([0.3, 1.37, 2.5, 10])('a clip at speed %s shows the right source frames', async (speed) => {
  const trim = 0.7;
  const count = Math.min(50, Math.floor(((20 - trim) / speed) * 25));
  const times = range(600).map((index) => index / 30);
  const expected = expectedFrames(times, trim, 25, count, speed);
  expect(await numbers('long.mp4', { length: count / 25, asset: { trim, speed } }, { fps: 25 })).toEqual(
    expected,
  );
});

test('a fast clip skips frames that it does not show, and no others', async () => {
  expect(await numbers('30.mp4', { length: 'auto', asset: { speed: 10 } }, { fps: 25 })).toEqual(
    range(13).map((frame) => Math.min(149, 12 * frame)),
  );
});

test('a clip at speed 0 shows one frame', async () => {
  expect(await numbers('30.mp4', { length: 0.4, asset: { speed: 0, trim: 1.5 } }, { fps: 25 })).toEqual(
    range(10).map(() => 45),
  );
});

test('"auto" uses the length of the video, and one file may be used twice', async () => {
  const asset = { type: 'video', src: media.path('30.mp4'), trim: 4 };
  const clips = [
    { asset, start: 0, length: 'auto' },
    { asset, start: 'auto', length: 0.5 },
  ];
  const to = media.path('twice.mp4');
  const made = await renderEdit(
    { timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: SIZE, fps: 30 } },
    to,
  );
  expect(made).toMatchObject({ duration: 1.5, frames: 45 });
  expect(await mapFrames(to, readNumber)).toEqual([...range(30), ...range(15)].map((index) => 120 + index));
});

test('nothing is drawn from two frames after the end, but the clip keeps its length (contract C14)', async () => {
  const found = await numbers('30.mp4', { length: 2, asset: { trim: 4 } }, { fps: 30 });
  // The background is black, which reads as 0.
  expect(found).toEqual([
    ...range(30).map((index) => 120 + index),
    ...range(30).map((index) => (index < 2 ? 149 : 0)),
  ]);
});

test('transcode gives the same frames', async () => {
  expect(
    await numbers('uneven.mp4', { length: 2, asset: { trim: 1, transcode: true } }, { fps: 25 }),
  ).toEqual(
    expectedFrames(
      UNEVEN.map((time) => time / 1000),
      1,
      25,
      50,
    ),
  );
});
