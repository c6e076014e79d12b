import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../../base/time.ts';
import type { SoundFilter } from '../../edit/model.ts';
import type { AudioTrack } from '../media/media.ts';
import type { SoundBus } from '../resolve/sound/sound-bus.ts';
import { resolveSoundFilters } from '../resolve/sound/sound-filters.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { audioTimeline, decibels, mixTimeline, sine, toneLevel, writeTone } from './test-tones.fixture.ts';

let folder: string;
/** Silence with one sample of 0.4 at second 1. */
let click: AudioTrack;
let tone: AudioTrack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-filtered-mix-'));
  click = await writeTone(join(folder, 'click.wav'), (index) => (index === SAMPLE_RATE ? 0.4 : 0), 2);
  tone = await writeTone(join(folder, 'tone.wav'), sine(500, 0.2), 6);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sound = (...filters: SoundFilter[]) => ({ sound: resolveSoundFilters(filters) });
const START = 0 as SoundBus['from'];

function withBuses(timeline: ResolvedTimeline, ...buses: SoundBus[]): ResolvedTimeline {
  return { ...timeline, buses };
}

it('keeps sounds together, whatever their filters are late by', async () => {
  const clips = [
    { track: click, from: 0, to: 2, bus: 'inner', ...sound({ type: 'denoise', amount: 3 }) },
    { track: click, from: 0, to: 2, bus: 'outer' },
    { track: click, from: 0, to: 2 },
  ];
  const timeline = withBuses(
    audioTimeline(clips, 2),
    { field: 'inner', into: 'outer', from: START, ...sound({ type: 'limiter', ceiling: -0.1 }) },
    { field: 'outer', from: START, ...sound({ type: 'gate', threshold: -80, range: 3 }) },
    { field: 'timeline', from: START, ...sound({ type: 'gain', db: -20 }) },
  );
  const { left } = await mixTimeline(timeline);
  // The gate is nearly open when the click comes.
  expect(left[SAMPLE_RATE]).toBeGreaterThan(0.11);
  left[SAMPLE_RATE] = 0;
  expect(Math.max(...left.map(Math.abs))).toBeLessThan(0.001);
});

it('filters a clip before its volume, and a track and the mix after it', async () => {
  const clip = { track: tone, from: 0, to: 1, volume: 0.5 };
  const limited = sound({ type: 'compressor', threshold: -24, ratio: 50, knee: 0 });
  const levelOf = async (timeline: ResolvedTimeline): Promise<number> =>
    decibels(toneLevel((await mixTimeline(timeline)).left.subarray(24_000, 47_520), 500));
  expect(await levelOf(audioTimeline([{ ...clip, ...limited }], 1))).toBeCloseTo(-24 + 0.2 - 6.02, 1);
  const onTrack = audioTimeline([{ ...clip, bus: 'track' }], 1);
  expect(await levelOf(withBuses(onTrack, { field: 'track', from: START, ...limited }))).toBeCloseTo(
    -23.9,
    1,
  );
  const onMix = audioTimeline([clip], 1);
  expect(await levelOf(withBuses(onMix, { field: 'timeline', from: START, ...limited }))).toBeCloseTo(
    -23.9,
    1,
  );
});

it('goes on from one part of a sound to the next one', async () => {
  const filters = sound({ type: 'reverb', mix: 0.5 }, { type: 'denoise' });
  const whole = await mixTimeline(audioTimeline([{ track: tone, from: 0, to: 4, ...filters }], 4));
  const parts = await mixTimeline(
    audioTimeline(
      [
        { track: tone, from: 0, to: 2, ...filters },
        { track: tone, from: 2, to: 4, trim: 2, ...filters },
      ],
      4,
    ),
  );
  expect(parts.left.findIndex((sample, index) => sample !== whole.left[index])).toBe(-1);
});

it('sounds the same in a range', async () => {
  const clips = [{ track: tone, from: 0, to: 6, bus: 'track', ...sound({ type: 'compressor' }) }];
  const bus: SoundBus = { field: 'track', from: START, ...sound({ type: 'reverb', decay: 0.3 }) };
  const whole = await mixTimeline(withBuses(audioTimeline(clips, 6), bus));
  const part = await mixTimeline(withBuses(audioTimeline(clips, 6, { range: [4, 5] }), bus));
  const difference = part.left.map((sample, index) =>
    Math.abs(sample - whole.left[4 * SAMPLE_RATE + index]!),
  );
  expect(Math.max(...difference.subarray(200, -200))).toBeLessThan(1e-5);
});

it('rings on after the clips of a track, but not after a clip of its own', async () => {
  const filters = sound({ type: 'reverb', mix: 0.5, decay: 2 });
  const tail = async (timeline: ResolvedTimeline): Promise<number> => {
    const { left } = await mixTimeline(timeline);
    return Math.max(...left.subarray(1.2 * SAMPLE_RATE, 1.5 * SAMPLE_RATE).map(Math.abs));
  };
  const clip = { track: tone, from: 0, to: 1 };
  expect(await tail(audioTimeline([{ ...clip, ...filters }], 2))).toBe(0);
  const timeline = audioTimeline([{ ...clip, bus: 'track' }], 2);
  expect(await tail(withBuses(timeline, { field: 'track', from: START, ...filters }))).toBeGreaterThan(0.01);
});
