import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip } from '../../../../test/media/clips.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { toSeconds, ZERO } from '../../../base/time.ts';
import {
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUVA420P,
  type AVPixelFormat,
  Frame,
} from '../ffmpeg.ts';
import { probeAv } from '../input/probe-av.ts';
import { FrameBlender } from './frame-blender.ts';
import { viewsOf } from './video-frame.ts';
import { VideoReader } from './video-reader.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
  // Frame n has the luma 40 + 20 n. The last frame comes a second after the one before.
  await makeClip(media.path('steps.mp4'), {
    width: 64,
    height: 48,
    clock: 25,
    ticks: [0, 1, 2, 3, 4, 29],
    crf: 1,
    paint: ({ y, u, v }, index) => {
      y.data.fill(40 + 20 * index);
      u.data.fill(128);
      v.data.fill(128);
    },
  });
});
afterAll(() => media[Symbol.asyncDispose]());

/** Reads the luma that is shown at moments of the clip. */
async function lumasAt(seconds: readonly number[]): Promise<number[]> {
  const { video } = await probeAv(media.path('steps.mp4'), 'mov');
  if (!video) throw new Error('no picture');
  using reader = await VideoReader.open(video.location);
  const lumas: number[] = [];
  for (const second of seconds) {
    const moment = { time: toSeconds(second), lead: ZERO, tail: toSeconds(0.02), blends: true } as const;
    const frame = await reader.frameAt(moment);
    lumas.push(frame ? (viewsOf(frame).views[0]?.data[20 * 64 + 32] ?? NaN) : -1);
  }
  return lumas;
}

describe('the moments of a video whose frames are blended', () => {
  it('show both frames by how near they are', async () => {
    const seconds = [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.072, 0.12];
    const lumas = await lumasAt(seconds);
    for (const [index, second] of seconds.entries())
      expect(Math.abs((lumas[index] ?? NaN) - (40 + 500 * second))).toBeLessThanOrEqual(1);
  });

  it('show the same when they are read in any order', async () => {
    expect(await lumasAt([0.07, 0.03])).toEqual((await lumasAt([0.03, 0.07])).toReversed());
  });

  it('hold a frame that is followed by a pause, and end with the last frame', async () => {
    const [held, before, last, after] = await lumasAt([0.3, 1.1, 1.17, 2.3]);
    expect([held, before]).toEqual([120, 120]);
    expect(last).toBe(140);
    expect(after).toBe(-1);
  });
});

/** Creates a frame whose planes are filled with numbers. */
function frameOf(format: AVPixelFormat, fills: readonly number[], isWide = false): Frame {
  const frame = new Frame();
  frame.alloc();
  Object.assign(frame, { width: 32, height: 16, format });
  frame.getBuffer();
  for (const [index, { data }] of viewsOf(frame).views.entries()) {
    const samples = isWide ? new Uint16Array(data.buffer, data.byteOffset, data.length >> 1) : data;
    samples.fill(fills[index] ?? 0);
  }
  return frame;
}

/** Blends two frames, and returns a sample of each plane of the result. */
async function blend(format: AVPixelFormat, one: number[], other: number[], share: number, isWide = false) {
  using blender = new FrameBlender();
  using first = frameOf(format, one, isWide);
  using second = frameOf(format, other, isWide);
  const frame = await blender.blend(first, second, share);
  if (!frame) throw new Error('nothing was blended');
  return viewsOf(frame).views.map(({ data, stride }) => {
    const samples = isWide ? new Uint16Array(data.buffer, data.byteOffset, data.length >> 1) : data;
    return samples[5 * (isWide ? stride >> 1 : stride) + 9];
  });
}

describe('two frames', () => {
  it('of ten bits are blended in ten bits', async () => {
    expect(await blend(AV_PIX_FMT_YUV420P10LE, [100, 512, 600], [901, 512, 700], 0.25, true)).toEqual([
      300, 512, 625,
    ]);
  });

  it('with alpha are blended without the colours of transparent pixels', async () => {
    const [clear, solid] = [
      [235, 90, 200, 0],
      [60, 128, 128, 200],
    ];
    expect(await blend(AV_PIX_FMT_YUVA420P, clear, solid, 0.5)).toEqual([60, 128, 128, 100]);
    expect(await blend(AV_PIX_FMT_YUVA420P, [100, 128, 128, 200], [200, 128, 128, 100], 0.5)).toEqual([
      133, 128, 128, 150,
    ]);
  });

  it('of packed pixels are converted first', async () => {
    // The bytes of all pixels have the same value.
    expect(await blend(AV_PIX_FMT_RGBA, [100], [200], 0.5)).toEqual([167, 167, 167, 150]);
  });

  it('of different sizes are not blended', async () => {
    using blender = new FrameBlender();
    using one = frameOf(AV_PIX_FMT_YUV420P10LE, [0]);
    using other = frameOf(AV_PIX_FMT_YUVA420P, [0]);
    expect(await blender.blend(one, other, 0.5)).toBeUndefined();
  });
});
