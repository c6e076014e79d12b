import { describe, expect, it, test, vi } from 'vitest';
import { encodeSound } from '../../../../test/media/encode-sound.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { toRate } from '../../../base/time.ts';
import { stampFrame } from '../encode/encoder.ts';
import { openH264Encoder } from '../encode/h264.ts';
import { Muxer } from '../encode/muxer.ts';
import { createVideoFrame, viewsOf } from '../video/video-frame.ts';
import { Input } from './input.ts';
import { isUneven, probeAv } from './probe-av.ts';

/** Returns timestamps from 0 with these distances. */
function at(distances: readonly number[]): number[] {
  let time = 0;
  return [0, ...distances.map((distance) => (time += distance))];
}

function repeated(distances: readonly number[], times: number): number[] {
  return Array.from({ length: times }, () => distances).flat();
}

describe('timestamps are uneven if they are', () => {
  it.each<[string, number[]]>([
    ['from a phone that slows down in the dark', at([...repeated([3000], 50), ...repeated([6000], 50)])],
    ['from a screen recording', at([100, 900, 100, 2500, 100, 40, 3000, 100])],
    ['late for every second frame', at(repeated([1000, 2000], 30))],
    ['missing for more than 2 of 100 frames', at([...repeated([3000], 97), 6000, 6000, 6000])],
    ['sometimes too close', at([...repeated([3000], 50), 1000, 1000, 1000])],
    ['uneven and in any order', at([...repeated([3000], 50), ...repeated([6000], 50)]).reverse()],
  ])('%s', (_, times) => {
    expect(isUneven(times)).toBe(true);
  });
});

describe('timestamps are even if they are', () => {
  it.each<[string, number[]]>([
    ['at a steady rate', at(repeated([1001], 600))],
    ['steady, but in decoding order', [0, 4, 2, 1, 3, 8, 6, 5, 7].map((index) => index * 1001)],
    ['rounded to milliseconds', at(repeated([33, 33, 34], 100))],
    ['rounded to ticks as long as a frame', at(repeated([1, 1, 1, 2], 100))],
    ['missing for one frame', at([...repeated([3000], 10), 6000, 3000, 3000])],
    ['missing for 2 of 100 frames', at([...repeated([3000], 49), 6000, ...repeated([3000], 49), 6000])],
    ['sometimes slightly off', at(repeated([3000, 3000, 4500, 2000], 30))],
    ['those of one frame', [40]],
    ['those of two frames', [0, 9000]],
    ['none at all', []],
  ])('%s', (_, times) => {
    expect(isUneven(times)).toBe(false);
  });
});

test('reordered frames at a steady rate are no defect', async () => {
  await using folder = await createMediaFolder();
  const path = folder.path('reordered.mp4');
  await store(path, { count: 60, bFrames: 7 });
  const { video } = await probeAv(path, 'mov');
  expect(video?.defects).toEqual([]);
});

it.each([
  ['pcm_s16le', 'mov', 5],
  ['aac', 'mp4', 5],
  // The last packet has 96 samples, and the first one is padding.
  ['aac', 'mp4', (1024 * 200 + 96) / 48_000],
])(
  'the packets of a steady sound are not read to measure its drift: %s in %s',
  async (codec, container, seconds) => {
    await using folder = await createMediaFolder();
    const path = folder.path(`sound.${container}`);
    await encodeSound(path, { codec, container, seconds, wave: (time) => Math.sin(time * 2000) });
    const open = vi.spyOn(Input, 'openStream');
    try {
      expect((await probeAv(path, 'mov')).audio?.duration?.valueOf()).toBeCloseTo(seconds, 1);
      // Its end is decoded.
      expect(open).toHaveBeenCalledTimes(1);
    } finally {
      open.mockRestore();
    }
  },
);

/** Writes a video without motion at a steady rate. */
async function store(path: string, { count, bFrames }: { count: number; bFrames: number }): Promise<void> {
  const shape = { width: 64, height: 48, rate: toRate(30), keyframeEvery: 250, bFrames };
  using encoder = await openH264Encoder({ ...shape, preset: 'slow', crf: 23, threads: 1 });
  using muxer = new Muxer(path, 'mp4');
  const sink = muxer.add(encoder);
  await muxer.begin({});
  for (let index = 0; index < count; index++) {
    using frame = createVideoFrame(shape.width, shape.height);
    for (const { data } of viewsOf(frame).views) data.fill(128);
    stampFrame(frame, index);
    await encoder.encode(frame, sink);
  }
  await encoder.finish(sink);
  await muxer.finish();
}
