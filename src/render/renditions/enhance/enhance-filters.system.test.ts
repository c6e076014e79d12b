import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeSound } from '../../../../test/media/encode-sound.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { NATURAL_SPEED } from '../../../base/time.ts';
import { ENHANCE_PRESETS, type EnhancePreset } from '../../../ingest/model.ts';
import { viewsOf } from '../../av/video/video-frame.ts';
import { readSound, readSoundFormat } from '../../av/convert/sound-source.ts';
import { probe } from '../../probe/probe.ts';
import { enhanceFilters } from './enhance-filters.ts';
import { type EnhancedSound, measureSound } from './measure-sound.ts';
import { ENHANCE_SETTINGS } from './presets.ts';

const RATE = 22_050;
const SECONDS = 6;
/** Seconds from the start of one word to the start of the next, and length of a word. */
const [PERIOD, WORD] = [1.5, 0.9];

let folder: Awaited<ReturnType<typeof createMediaFolder>>;

/** Returns a function that returns noise from -1 to 1, the same in every run. */
function createNoise(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Returns a sound like a voice: words with harmonics, louder and quieter ones, and pauses between them. */
function speak(time: number): number {
  const at = time % PERIOD;
  if (at > WORD) return 0;
  const envelope = Math.sin((Math.PI * at) / WORD) * (0.6 + 0.4 * Math.sin(20 * time));
  const loudness = Math.floor(time / PERIOD) % 2 === 0 ? 0.2 : 0.1;
  let wave = 0;
  for (let harmonic = 1; harmonic <= 20; harmonic++)
    wave += Math.sin(2 * Math.PI * 140 * harmonic * time + harmonic * harmonic) / harmonic;
  return (loudness * envelope * wave) / 2;
}

async function openSound(name: string): Promise<EnhancedSound> {
  const media = await probe(folder.path(name));
  if (media.kind !== 'av' || !media.audio) throw new Error('This file has no sound.');
  return { track: media.audio, format: await readSoundFormat(media.audio) };
}

/** Returns the samples of the left channel behind filters. */
async function samplesOf({ track, format }: EnhancedSound, filters: string[]): Promise<Float32Array> {
  const blocks = readSound(track, {
    format,
    sampleFormat: 'fltp',
    blockSamples: 4096,
    filters,
    speed: NATURAL_SPEED,
    preservesPitch: true,
    fillsStart: true,
  });
  const parts: number[] = [];
  for await (using block of blocks) {
    const bytes = viewsOf(block).views[0]?.data ?? new Uint8Array();
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let index = 0; index < block.nbSamples; index++) parts.push(view.getFloat32(4 * index, true));
  }
  return Float32Array.from(parts);
}

/** Returns the level in dB of all samples whose time within a word and its pause is in a range. */
function levelBetween(samples: Float32Array, from: number, to: number): number {
  const chosen = samples.filter((_, index) => {
    const time = index / RATE;
    return time > PERIOD && time % PERIOD >= from && time % PERIOD < to;
  });
  return 10 * Math.log10(chosen.reduce((sum, value) => sum + value * value, 0) / chosen.length);
}

/** Returns by how many dB the words are above the pauses. */
function distanceOf(samples: Float32Array): number {
  return levelBetween(samples, 0.2, 0.7) - levelBetween(samples, 1.1, 1.4);
}

beforeAll(async () => {
  folder = await createMediaFolder();
  const next = createNoise();
  await encodeSound(folder.path('noisy.wav'), {
    codec: 'pcm_s16le',
    container: 'wav',
    rate: RATE,
    seconds: SECONDS,
    // With rumble at 15 Hz.
    wave: (time) => speak(time) + 0.01 * next() + 0.02 * Math.sin(2 * Math.PI * 15 * time),
  });
  await encodeSound(folder.path('bursts.wav'), {
    codec: 'pcm_s16le',
    container: 'wav',
    rate: RATE,
    seconds: 3,
    wave: (time) => (time % PERIOD < WORD ? 0.2 : 0.001) * next(),
  });
  await encodeSound(folder.path('silence.wav'), {
    codec: 'pcm_s16le',
    container: 'wav',
    rate: RATE,
    seconds: 1,
    wave: () => 0,
  });
});

afterAll(async () => {
  await folder[Symbol.asyncDispose]();
});

const enhance = (preset: EnhancePreset, sound: EnhancedSound): Promise<string> =>
  enhanceFilters(preset, sound, () => undefined);

it.each(ENHANCE_PRESETS)(
  'the preset %s meets its loudness and lowers the noise below the words',
  async (preset) => {
    const { loudness, speech, lowest } = ENHANCE_SETTINGS[preset];
    const sound = await openSound('noisy.wav');
    const filters = await enhance(preset, sound);
    const measured = await measureSound(sound, [filters], () => undefined);
    expect(Math.abs(measured.loudness - loudness)).toBeLessThan(1);
    const samples = await samplesOf(sound, [filters]);
    expect(samples.length).toBe(SECONDS * RATE);
    expect(samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)).toBeLessThan(0.9);
    const gained = distanceOf(samples) - distanceOf(await samplesOf(sound, [`highpass=f=${lowest}`]));
    if (speech) expect(gained).toBeGreaterThan({ light: 1.5, medium: 4, strong: 9 }[speech.noise]);
    else expect(Math.abs(gained)).toBeLessThan(1);
  },
);

it('enhanced words stay where they were', async () => {
  const sound = await openSound('bursts.wav');
  const samples = await samplesOf(sound, [await enhance('conference', sound)]);
  const before = await samplesOf(sound, ['highpass=f=100']);
  // A quarter of a second at the start of a word.
  const from = PERIOD * RATE;
  const likeness = (lag: number): number =>
    before
      .slice(from, from + RATE / 4)
      .reduce((sum, value, index) => sum + value * (samples[from + index + lag] ?? 0), 0);
  const lags = Array.from({ length: 1201 }, (_, index) => index - 600);
  expect(lags.reduce((one, other) => (likeness(other) > likeness(one) ? other : one))).toBe(0);
});

it('silence stays silent', async () => {
  const sound = await openSound('silence.wav');
  const samples = await samplesOf(sound, [await enhance('podcast', sound)]);
  expect(samples.every((value) => Math.abs(value) < 1e-6)).toBe(true);
});
