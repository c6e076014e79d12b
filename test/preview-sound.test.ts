import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_RATE, toSeconds } from '../src/base/time.ts';
import { SoundMix } from '../src/preview/sound/sound-mix.ts';
import { DuckCurve } from '../src/render/gain/duck-curve.ts';
import type { AudioTrack } from '../src/render/media/media.ts';
import { SOUND_PIECE_SECONDS } from '../src/render/media/piece-seconds.ts';
import type { SoundFilter } from '../src/edit/model.ts';
import type { Stereo } from '../src/render/media/stereo.ts';
import type { SoundBus } from '../src/render/resolve/sound/sound-bus.ts';
import { resolveSoundFilters } from '../src/render/resolve/sound/sound-filters.ts';
import { Mixer } from '../src/render/mix/mixer.ts';
import {
  audioTimeline,
  sine,
  type TestAudioClip,
  waveSamples,
  writeTone,
} from '../src/render/mix/test-tones.fixture.ts';

const PIECE_SAMPLES = SOUND_PIECE_SECONDS * SAMPLE_RATE;
const CEILING = -1;
/** Loud enough for the limiter when both are heard. */
const WAVES = { low: sine(300, 0.7), high: sine(1100, 0.6) };

let folder: string;
const tracks = new Map<string, AudioTrack>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-preview-sound-'));
  for (const [name, wave] of Object.entries(WAVES))
    tracks.set(name, await writeTone(join(folder, `${name}.wav`), wave, 6));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const sounds = new Map<string, Float32Array>();

/** Returns the samples of a tone, with silence after it. */
function soundOf(tone: keyof typeof WAVES): Float32Array {
  const known = sounds.get(tone);
  const wave = WAVES[tone];
  const made = known ?? waveSamples((index) => (index < 6 * SAMPLE_RATE ? wave(index) : 0), 10 * SAMPLE_RATE);
  sounds.set(tone, made);
  return made;
}

/** Mixes clips as the engine does and as a page does, from a second on. */
async function mixBoth(
  clips: readonly (Omit<TestAudioClip, 'track'> & { readonly tone: keyof typeof WAVES })[],
  from = 0,
  voice: { readonly from: number; readonly to: number }[] = [],
  buses: SoundBus[] = [],
) {
  const plain = audioTimeline(
    clips.map(({ tone, ...clip }) => ({ ...clip, track: tracks.get(tone)! })),
    6,
  );
  const timeline = { ...plain, buses };
  const { audioClips } = timeline;
  const ducks = new Map(
    audioClips.flatMap((clip) => (clip.duck ? [[clip, new DuckCurve(voice, clip.duck.by)] as const] : [])),
  );
  using mixer = new Mixer(timeline, CEILING, { ducks });
  const engine = await mixer.next(6 * SAMPLE_RATE);
  const fields = audioClips.flatMap(({ field, duck }) => (duck ? [[field, voice]] : []));
  const layered = {
    // The tracks are copies, as after JSON.
    timeline: { ...timeline, audioClips: audioClips.map((clip) => ({ ...clip, track: { ...clip.track } })) },
    looks: {},
    sound: { gain: 1, ceiling: CEILING, ducks: Object.fromEntries(fields) as Record<string, typeof voice> },
    engine: [],
  };
  const mix = new SoundMix(layered, from * SAMPLE_RATE);
  const parts: Stereo[] = [];
  for (let at = from * SAMPLE_RATE; at < 6 * SAMPLE_RATE; at += SAMPLE_RATE / 4) {
    const named = new Set(mix.listPieces(SAMPLE_RATE / 4).map(({ file, piece }) => `${file} ${piece}`));
    parts.push(
      mix.next(SAMPLE_RATE / 4, (file, piece) => {
        if (!named.has(`${file} ${piece}`)) throw new Error(`Piece ${piece} was not listed.`);
        const side = soundOf(file.endsWith('low.wav') ? 'low' : 'high').subarray(piece * PIECE_SAMPLES);
        return { left: side, right: side };
      }),
    );
  }
  const page = parts.flatMap(({ left }) => [...left]);
  return { engine: [...engine.left].slice(from * SAMPLE_RATE), page };
}

function largestDifference(one: readonly number[], other: readonly number[], from = 0): number {
  return one.reduce(
    (most, sample, at) => (at < from ? most : Math.max(most, Math.abs(sample - (other[at] ?? NaN)))),
    0,
  );
}

it('mixes volumes, fades, cuts and channels as the engine does', async () => {
  const tween = {
    from: 0.2,
    to: 0.9,
    start: toSeconds(0.3),
    end: toSeconds(1.7),
    curve: 'easeInOut',
  } as const;
  const { engine, page } = await mixBoth([
    { tone: 'low', from: 0, to: 2, fadeIn: 0.5, fadeOut: 1, volume: 0.8 },
    { tone: 'low', from: 2, to: 3.96, trim: 1.1, volume: [tween] },
    { tone: 'high', from: 1, to: 3, channels: 'mono', volume: 0.5 },
    // Two parts of one sound without a gap.
    { tone: 'high', from: 4, to: 4.6, volume: 0.4 },
    { tone: 'high', from: 4.6, to: 5.4, trim: 0.6, volume: 0.7 },
  ]);
  // 16 bits of a file.
  expect(largestDifference(engine, page)).toBeLessThan(1 / 20_000);
});

it('limits and ducks as the engine does', async () => {
  const { engine, page } = await mixBoth(
    [
      { tone: 'low', from: 0, to: 6, duck: { under: ['voice'], by: 12 } },
      { tone: 'high', from: 1, to: 5 },
    ],
    0,
    [{ from: 1.5 * SAMPLE_RATE, to: 2.5 * SAMPLE_RATE }],
  );
  expect(Math.max(...page.slice(0, SAMPLE_RATE))).toBeGreaterThan(0.65);
  expect(largestDifference(engine, page)).toBeLessThan(1 / 5000);
});

it('filters tracks and the mix as the engine does', async () => {
  const bus = (field: string, ...filters: SoundFilter[]): SoundBus => ({
    field,
    from: 0 as SoundBus['from'],
    sound: resolveSoundFilters(filters),
  });
  const { engine, page } = await mixBoth(
    [
      { tone: 'low', from: 0, to: 6, bus: 'one' },
      { tone: 'high', from: 1, to: 5, bus: 'other', volume: 0.5 },
    ],
    0,
    [],
    [
      bus('one', { type: 'pitch', semitones: 4 }, { type: 'voice' }),
      bus('other', { type: 'reverb' }),
      bus('timeline', { type: 'denoise' }, { type: 'width', value: 0.5 }),
    ],
  );
  // The end of a file cuts what rings on, with a ramp.
  expect(largestDifference(engine.slice(0, -200), page)).toBeLessThan(1 / 20_000);
});

it('begins within a sound, without a click', async () => {
  const { engine, page } = await mixBoth([{ tone: 'low', from: 0, to: 6, volume: 0.5 }], 3);
  expect(Math.abs(page[0] ?? 1)).toBeLessThan(0.001);
  expect(largestDifference(engine, page, SAMPLE_RATE / 100)).toBeLessThan(1 / 20_000);
});
