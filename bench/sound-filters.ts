/**
 * `node bench/sound-filters.ts`: measures the seconds of a processor that each filter of sound takes for a minute of a
 * stereo noise, the best of three runs.
 */
import { SAMPLE_RATE } from '../src/base/time.ts';
import type { SoundFilter } from '../src/edit/model.ts';
import type { Stereo } from '../src/render/media/stereo.ts';
import { resolveSoundFilters } from '../src/render/resolve/sound/sound-filters.ts';
import { SoundRack } from '../src/render/sound/sound-rack.ts';

const BLOCK_SAMPLES = 2048;
const SECONDS = 10;
const RUNS = 3;

const FILTERS: readonly SoundFilter[] = [
  { type: 'gain', db: 3 },
  { type: 'gain', db: [{ from: 0, to: 3, length: 10 }] },
  { type: 'highpass' },
  { type: 'peak', gain: 3 },
  { type: 'gate' },
  { type: 'compressor' },
  { type: 'deesser' },
  { type: 'denoise' },
  { type: 'reverb' },
  { type: 'pan', value: 0.3 },
  { type: 'width', value: 0.5 },
  { type: 'pitch', semitones: 3 },
  { type: 'limiter' },
  { type: 'voice' },
  { type: 'podcast' },
  { type: 'telephone' },
  { type: 'radio' },
];

const noise = (): Float32Array =>
  Float32Array.from({ length: BLOCK_SAMPLES }, () => 0.2 * (2 * Math.random() - 1));
const block: Stereo = { left: noise(), right: noise() };

for (const filter of FILTERS) {
  const runs = Array.from({ length: RUNS }, () => measure(filter));
  console.log(`${Math.min(...runs).toFixed(2)} s  ${JSON.stringify(filter)}`);
}

/** Returns the seconds for a minute of sound. */
function measure(filter: SoundFilter): number {
  const rack = new SoundRack(resolveSoundFilters([filter]), 0);
  const before = process.cpuUsage();
  for (let at = 0; at < SECONDS * SAMPLE_RATE; at += BLOCK_SAMPLES) rack.push(block);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1e6) * (60 / SECONDS);
}
