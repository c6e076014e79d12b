import type { Mixer } from './mixer.ts';

/** Most samples that are mixed at a time: one second. */
const MOST_SAMPLES = 48_000;

/**
 * Mixes a sound and returns the highest level of each of several equal parts of it, from 0 to 1.
 *
 * @param samples number of samples of the sound.
 * @param count number of parts. If the sound has fewer samples, some parts are alike.
 * @param onProgress called after each piece that was mixed.
 * @throws {UnreadableSource} if the file of a clip cannot be read.
 */
export async function measurePeaks(
  mixer: Pick<Mixer, 'next'>,
  samples: number,
  count: number,
  onProgress: () => void,
): Promise<number[]> {
  const peaks: number[] = [];
  let position = 0;
  for (let part = 1; part <= count; part++) {
    const end = Math.floor((samples * part) / count);
    let peak = end > position ? 0 : (peaks.at(-1) ?? 0);
    while (position < end) {
      const length = Math.min(MOST_SAMPLES, end - position);
      const { left, right } = await mixer.next(length);
      peak = Math.max(peak, findPeak(left), findPeak(right));
      position += length;
      onProgress();
    }
    peaks.push(roundLevel(peak));
  }
  return peaks;
}

function findPeak(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** Rounds to four decimals, which is more than an eye or an ear can notice. A mix without a limiter may exceed 1. */
function roundLevel(level: number): number {
  return Math.round(Math.min(1, level) * 10_000) / 10_000;
}
