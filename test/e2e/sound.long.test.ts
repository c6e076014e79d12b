import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_RATE } from '../../src/base/time.ts';
import { MP4_QUALITY, type Quality } from '../../src/render/encode/quality.ts';
import { createSilence, type Stereo } from '../../src/render/media/stereo.ts';
import {
  decibels,
  largestStep,
  toneLevel,
  waveSamples,
  sine,
  type Wave,
  writeTone,
} from '../../src/render/mix/test-tones.fixture.ts';
import { createBeeps, makeClip, paintNumber } from '../media/clips.ts';
import { decodeSound } from '../media/decode-output.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';

/** Frequencies of two tones that the tests distinguish. */
const [LOW, HIGH] = [500, 3000];

const QUALITIES = ['verylow', 'low', 'medium', 'high', 'veryhigh'] as const;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let low: string;
let high: string;

beforeAll(async () => {
  media = await createMediaFolder();
  [low, high] = [media.path('low.wav'), media.path('high.wav')];
  await writeTone(low, sine(LOW, 0.4), 6);
  await writeTone(high, sine(HIGH, 0.4), 6);
  await writeTone(media.path('full.wav'), sine(LOW, 0.9), 2);
  await writeTone(media.path('loud.wav'), noise(), 2);
});

afterAll(() => media[Symbol.asyncDispose]());

/** Renders an edit to an MP4 and decodes its sound. */
async function renderSound(
  timeline: Readonly<Record<string, unknown>>,
  name: string,
  quality: Quality,
): Promise<Stereo> {
  const to = media.path(name);
  const output = { format: 'mp4', size: { width: 64, height: 36 }, fps: 25, quality };
  await renderEdit({ timeline, output }, to);
  return (await decodeSound(to)) ?? createSilence(0);
}

/** Returns the left channel of a rendered edit, at the default quality. */
async function renderLeft(timeline: Readonly<Record<string, unknown>>, name: string): Promise<Float32Array> {
  return (await renderSound(timeline, name, 'medium')).left;
}

/** Creates music-like noise with half of its power below 700 Hz and four claps per second. */
function noise(): Wave {
  let [seed, low, lower] = [11, 0, 0];
  return (index) => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    const white = seed / 2 ** 31 - 1;
    low += (white - low) * 0.3;
    lower += (low - lower) * 0.05;
    return 0.3 * white + 0.6 * low + 1.5 * lower + (index % 12_000 < 600 ? 2 * white : 0);
  };
}

/**
 * Returns the difference of a tone from an expected amplitude in decibels, in a tenth of a second around
 * `time`.
 */
function deviation(sound: Float32Array, hertz: number, time: number, size: number): number {
  const at = Math.round((time - 0.05) * SAMPLE_RATE);
  return Math.abs(decibels(toneLevel(sound.subarray(at, at + SAMPLE_RATE / 10), hertz) / size));
}

test('that the limiter lowers for long causes a warning of the render', async () => {
  const clip = { asset: { type: 'audio', src: media.path('full.wav') }, start: 0, length: 2 };
  const edit = {
    timeline: { tracks: [{ clips: [clip] }, { clips: [clip] }] },
    output: { format: 'mp3' },
  };
  const { warnings } = await renderEdit(edit, media.path('full.mp3'));
  expect(warnings).toEqual([
    {
      field: 'timeline.tracks[0].clips[0].asset.volume',
      text: expect.stringMatching(
        /^The sounds that play together are too loud: the limiter lowers them by more than 3 dB for 2 s, from 0 to 2 s of the timeline, by up to 7\.\d dB .* that of timeline\.tracks\[1\]\.clips\[0\] by 0\.4\d\.$/,
      ) as string,
    },
  ]);
});

describe('the sound of an MP4', () => {
  test('follows the volumes, tweens, fades and the soundtrack of the edit', async () => {
    const tween = { from: 0.1, to: 0.9, start: 1, length: 2, interpolation: 'bezier', easing: 'easeInOut' };
    const clips = [
      { asset: { type: 'audio', src: low, volume: [tween] }, start: 0, length: 4 },
      { asset: { type: 'audio', src: low, volume: 0.5, effect: 'fadeOut' }, start: 4, length: 2 },
    ];
    const soundtrack = { src: high, effect: 'fadeInFadeOut', volume: 0.5 };
    const sound = await renderLeft({ soundtrack, tracks: [{ clips }] }, 'levels.mp4');
    const points: [number, number, number][] = [
      [LOW, 0.5, 0.1],
      [LOW, 2, 0.5],
      [LOW, 3.5, 0.9],
      // The fade of a clip of 2 s is its second half.
      [LOW, 4.5, 0.5],
      [LOW, 5.5, 0.25],
      [HIGH, 1, 0.25],
      [HIGH, 3, 0.5],
      [HIGH, 5, 0.25],
    ];
    for (const [hertz, time, gain] of points)
      expect(deviation(sound, hertz, time, 0.4 * gain)).toBeLessThan(0.1);
  });

  test('has no seam between two consecutive parts of a video', async () => {
    const src = media.path('video.mp4');
    const ticks = Array.from({ length: 75 }, (_, index) => index);
    const sound = { samples: 3 * SAMPLE_RATE, wave: sine(LOW, 0.4) };
    await makeClip(src, { width: 96, height: 64, clock: 25, ticks, paint: paintNumber, sound });
    const video = { type: 'video', src };
    const clips = [
      { asset: video, start: 0, length: 1.013 },
      { asset: { ...video, trim: 1.013 }, start: 'auto', length: 1.5 },
    ];
    const cut = await renderLeft({ tracks: [{ clips }] }, 'cut.mp4');
    const whole = await renderLeft(
      { tracks: [{ clips: [{ asset: video, start: 0, length: 2.513 }] }] },
      'whole.mp4',
    );
    expect(cut).toEqual(whole);
    expect(deviation(cut, LOW, 1.013, 0.4)).toBeLessThan(0.1);
  });

  test('has no clicks between different sounds', async () => {
    const clips = [
      { asset: { type: 'audio', src: low, trim: 0.3505 }, start: 0, length: 1 },
      { asset: { type: 'audio', src: low, trim: 2.4515 }, start: 1, length: 1 },
    ];
    const sound = await renderLeft({ tracks: [{ clips }] }, 'meeting.mp4');
    const own = largestStep(waveSamples(sine(LOW, 0.4), 96));
    expect(largestStep(sound.subarray(0, 2 * SAMPLE_RATE))).toBeLessThan(1.1 * own);
  });

  test.each(QUALITIES)('stays below the ceiling with many sounds, at quality %s', async (quality) => {
    const clips = ['low.wav', 'loud.wav'].map((name, index) => ({
      asset: { type: 'audio', src: media.path(name) },
      start: 2 * index,
      length: 2,
    }));
    const tracks = [1, 2, 3, 4, 5].map(() => ({ clips }));
    const { left, right } = await renderSound({ tracks }, `loud-${quality}.mp4`, quality);
    for (const side of [left, right]) {
      expect(side).toHaveLength(4 * SAMPLE_RATE);
      expect(side.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThanOrEqual(1);
    }
    const { ceiling } = MP4_QUALITY[quality];
    expect(deviation(left, LOW, 1.5, 10 ** ((ceiling - 0.05) / 20))).toBeLessThan(0.1);
  });

  test('follows the speed, and omits luma mattes', async () => {
    const src = media.path('matte.mp4');
    const ticks = Array.from({ length: 25 }, (_, index) => index);
    const sound = { samples: SAMPLE_RATE, wave: createBeeps([0], 1) };
    await makeClip(src, { width: 96, height: 64, clock: 25, ticks, paint: paintNumber, sound });
    const clips = [
      { asset: { type: 'audio', src: low, speed: 2, trim: 0.5 }, start: 0, length: 1 },
      { asset: { type: 'text', text: 'Hush' }, start: 0, length: 1 },
      { asset: { type: 'luma', src }, start: 0, length: 1 },
    ];
    const mixed = await renderLeft({ tracks: [{ clips }] }, 'speed.mp4');
    expect(deviation(mixed, 2 * LOW, 0.5, 0.4)).toBeLessThan(0.1);
  });
});
