import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaFolder } from '../../../test/media/render-edit.ts';
import { toRate } from '../../base/time.ts';
import { stampFrame } from '../av/encode/encoder.ts';
import { openHardwareEncoder } from '../av/encode/hardware-encoder.ts';
import { Muxer } from '../av/encode/muxer.ts';
import { type VideoFrame, type Planes, planesOf } from '../av/video/video-frame.ts';
import { TRIAL_FRAMES, findTrialFault, createTrialFrame } from './trial-frames.ts';

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => void (folder = await createMediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

/** A simulated fault of an encoder. */
interface SimulatedFault {
  /** Paints over each frame. */
  readonly paint?: (planes: Planes) => void;
  readonly frameCount?: number;
  readonly options?: Record<string, string>;
}

/** Simulates a faulty encoder with x264. Returns the fault that the trial finds. */
async function findFault(
  { paint, frameCount = TRIAL_FRAMES, options = {} }: SimulatedFault,
  crf = 23,
): Promise<unknown> {
  const path = folder.path('trial.mp4');
  const kind = {
    codec: FF_ENCODER_LIBX264,
    pixels: AV_PIX_FMT_YUV420P,
    options: () => ({ crf, preset: 'ultrafast', ...options }),
  };
  const shape = { width: 130, height: 98, rate: toRate(25), keyframeEvery: 50 };
  using encoder = await openHardwareEncoder(kind, shape, crf);
  using muxer = new Muxer(path, 'mp4');
  const sink = muxer.add(encoder);
  await muxer.begin({});
  for (let index = 0; index < frameCount; index++) {
    using frame: VideoFrame = createTrialFrame(shape.width, shape.height);
    paint?.(planesOf(frame));
    stampFrame(frame, index);
    await encoder.encode(frame, sink);
  }
  await encoder.finish(sink);
  await muxer.finish();
  return await findTrialFault(path);
}

function swapHalves({ data, stride }: Planes['y'], columns: number): void {
  for (let row = 0; (row + 1) * stride <= data.length; row++)
    data.subarray(row * stride, row * stride + columns).reverse();
}

describe('the trial of an encoder', () => {
  it.each([15, 35])('finds no fault in unchanged frames at a rate factor of %i', async (crf) => {
    expect(await findFault({}, crf)).toBeUndefined();
  });

  it.each<[string, SimulatedFault, RegExp]>([
    [
      'swapped luma',
      { paint: ({ y, width }) => swapHalves(y, width) },
      /^the halves of y are 1\d\d and \d\d /,
    ],
    [
      'swapped u',
      { paint: ({ u, width }) => swapHalves(u, width / 2) },
      /^the halves of u are 1\d\d and \d\d+ /,
    ],
    [
      'swapped v',
      { paint: ({ v, width }) => swapHalves(v, width / 2) },
      /^the halves of v are \d\d and 1\d\d /,
    ],
    ['wrong luma in one half', { paint: ({ y }) => y.data.fill(60) }, /^the halves of y are \d\d and \d\d /],
    ['missing colour', { paint: ({ u }) => u.data.fill(128) }, /^the halves of u are 12\d and 12\d /],
    ['a missing frame', { frameCount: TRIAL_FRAMES - 1 }, /^the file has 11 frames instead of 12$/],
    ['wrong tags', { options: { colorspace: 'bt470bg' } }, /^the frames have 5 instead of 1 for colorSpace$/],
    [
      'tags that are only in the container',
      { options: { 'x264-params': 'colormatrix=undef:colorprim=undef:transfer=undef' } },
      /^the frames have .*2 instead of 1 for colorSpace, 2 instead of 1 for colorPrimaries, 2 instead of 1/,
    ],
  ])('finds %s', async (_, simulated, fault) => {
    expect(await findFault(simulated)).toMatch(fault);
  });
});
