import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaFolder } from '../../../test/media/rendered.ts';
import { toRate } from '../../base/time.ts';
import { stampFrame } from '../av/encode/encoder.ts';
import { openHardwareEncoder } from '../av/encode/hardware-encoder.ts';
import { Muxer } from '../av/encode/muxer.ts';
import { type VideoFrame, type Planes, planesOf } from '../av/video/video-frame.ts';
import { TRIAL_FRAMES, findTrialFault, createTrialFrame } from './trial-frames.ts';

let folder: Awaited<ReturnType<typeof mediaFolder>>;
beforeAll(async () => void (folder = await mediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

interface Wrong {
  /** Paints over each picture. */
  readonly paint?: (planes: Planes) => void;
  readonly pictures?: number;
  readonly options?: Record<string, string>;
}

/** What is said of a file of an encoder that makes something wrong: x264, which is told to. */
async function said({ paint, pictures = TRIAL_FRAMES, options = {} }: Wrong, crf = 23): Promise<unknown> {
  const path = folder.path('trial.mp4');
  const kind = {
    ...{ codec: FF_ENCODER_LIBX264, pixels: AV_PIX_FMT_YUV420P },
    options: () => ({ crf, preset: 'ultrafast', ...options }),
  };
  const shape = { width: 130, height: 98, rate: toRate(25), keyframeEvery: 50 };
  using encoder = await openHardwareEncoder(kind, shape, crf);
  using muxer = new Muxer(path, 'mp4');
  const sink = muxer.add(encoder);
  await muxer.begin({});
  for (let index = 0; index < pictures; index++) {
    using picture: VideoFrame = createTrialFrame(shape.width, shape.height);
    paint?.(planesOf(picture));
    stampFrame(picture, index);
    await encoder.encode(picture, sink);
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
  it.each([15, 35])('finds nothing wrong with pictures as they were, at a rate factor of %i', async (crf) => {
    expect(await said({}, crf)).toBeUndefined();
  });

  it.each<[string, Wrong, RegExp]>([
    ['luma', { paint: ({ y, width }) => swapHalves(y, width) }, /^the halves have 1\d\d and \d\d for y/],
    ['u', { paint: ({ u, width }) => swapHalves(u, width / 2) }, /^the halves have 1\d\d and \d\d+ for u/],
    ['v', { paint: ({ v, width }) => swapHalves(v, width / 2) }, /^the halves have \d\d and 1\d\d for v/],
    ['half of the luma', { paint: ({ y }) => y.data.fill(60) }, /^the halves have \d\d and \d\d for y/],
    ['grey', { paint: ({ u }) => u.data.fill(128) }, /^the halves have 12\d and 12\d for u/],
    ['one picture less', { pictures: TRIAL_FRAMES - 1 }, /^11 of 12 pictures came out$/],
    [
      'other tags',
      { options: { colorspace: 'bt470bg' } },
      /^the pictures have 5 instead of 1 for colorSpace$/,
    ],
    [
      'tags in the container only',
      { options: { 'x264-params': 'colormatrix=undef:colorprim=undef:transfer=undef' } },
      /^the pictures have .*2 instead of 1 for colorSpace, 2 instead of 1 for colorPrimaries, 2 instead of 1/,
    ],
  ])('finds %s', async (_, wrong, fault) => {
    expect(await said(wrong)).toMatch(fault);
  });
});
