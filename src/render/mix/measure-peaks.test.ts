import { expect, test } from 'vitest';
import { createSilence } from '../media/stereo.ts';
import { measurePeaks } from './measure-peaks.ts';

/** Mixes a rising sound on the left channel and a falling one on the right. @param asked gets the sizes. */
function slope(total: number, asked: number[] = []) {
  let position = 0;
  return {
    next: (count: number) => {
      asked.push(count);
      const { left, right } = createSilence(count);
      for (let index = 0; index < count; index++, position++) {
        left[index] = position / total;
        right[index] = -1 + position / total;
      }
      return Promise.resolve({ left, right });
    },
  };
}

test('the peaks are the highest levels of both channels in equal parts', async () => {
  expect(await measurePeaks(slope(8), 8, 4, () => undefined)).toEqual([1, 0.75, 0.625, 0.875]);
});

test('a long sound is mixed piece by piece, and every sample once', async () => {
  const asked: number[] = [];
  let pieces = 0;
  await measurePeaks(slope(200_001, asked), 200_001, 2, () => pieces++);
  expect(Math.max(...asked)).toBeLessThanOrEqual(48_000);
  expect(asked.reduce((sum, count) => sum + count, 0)).toBe(200_001);
  expect(pieces).toBe(asked.length);
});

test('a sound with fewer samples than points repeats levels, and one above full scale counts as 1', async () => {
  expect(await measurePeaks(slope(2), 2, 4, () => undefined)).toEqual([0, 1, 1, 0.5]);
  const loud = { next: () => Promise.resolve({ left: Float32Array.of(1.7), right: Float32Array.of(0) }) };
  expect(await measurePeaks(loud, 1, 1, () => undefined)).toEqual([1]);
});
