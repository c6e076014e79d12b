import { setImmediate } from 'node:timers/promises';
import { limitPeaks, limiterReach } from './limit-peaks.ts';
import { LoudnessMeter } from './loudness.ts';

/** The loudness of every speech in LUFS. */
export const SPEECH_LOUDNESS = -18;
/** The highest peak of every speech, in dB. Leaves room for the rounding of samples and for resampling. */
const CEILING = -1.5;
/** An inaudible difference in LU. */
const TOLERANCE = 0.1;
const ATTEMPTS = 4;

/** Seconds of sound between which other work gets its turn. */
const PART_SECONDS = 10;

/** Returns a sound with {@link SPEECH_LOUDNESS}. The loudness does not depend on the voice or on the text. */
export async function levelSound(samples: Float32Array, sampleRate: number): Promise<Float32Array> {
  let gain = decibels(SPEECH_LOUDNESS - (await measure(samples, sampleRate)));
  for (let attempt = 1; ; attempt += 1) {
    const limited = await limit(samples, sampleRate, gain);
    // Lowering the peaks has made the sound quieter.
    const missing = SPEECH_LOUDNESS - (await measure(limited, sampleRate));
    if (Math.abs(missing) < TOLERANCE || attempt === ATTEMPTS) return limited;
    gain *= decibels(missing);
  }
}

async function measure(samples: Float32Array, sampleRate: number): Promise<number> {
  const meter = new LoudnessMeter(sampleRate);
  for (const [from, to] of partsOf(samples, sampleRate)) {
    await setImmediate();
    meter.add(samples.subarray(from, to));
  }
  return meter.result();
}

async function limit(samples: Float32Array, sampleRate: number, gain: number): Promise<Float32Array> {
  const limited = new Float32Array(samples.length);
  const reach = limiterReach(sampleRate);
  for (const [from, to] of partsOf(samples, sampleRate)) {
    await setImmediate();
    const start = Math.max(0, from - reach);
    const part = limitPeaks(samples.subarray(start, to + reach), sampleRate, gain, decibels(CEILING));
    limited.set(part.subarray(from - start, to - start), from);
  }
  return limited;
}

function partsOf(samples: Float32Array, sampleRate: number): (readonly [from: number, to: number])[] {
  const length = PART_SECONDS * sampleRate;
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, part) => [
    part * length,
    Math.min(samples.length, (part + 1) * length),
  ]);
}

function decibels(value: number): number {
  return 10 ** (value / 20);
}
