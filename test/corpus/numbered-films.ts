import { expect } from 'vitest';
import { type EncodedClip, encodeClip } from '../media/encode-clip.ts';
import { FILM_SIZE, playFile, readFrames } from '../media/play-file.ts';
import { FRAMES } from './strange-films.ts';

/** Returns the whole numbers from `from`, inclusive, to `to`, exclusive. */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** The numbers of all frames of an ordinary film. */
export const WHOLE = range(0, FRAMES);

/** Seconds of single frames, in an order that makes a reader seek, and the frames shown there. */
const SECONDS = [0.2, 1.24, 0.6, 1.92, 1];
const SHOWN = [5, 31, 15, 48, 25];

/** Checks that a film shows every frame at its time: from the beginning, faster, and as single frames. */
export async function expectWhole(path: string, beeps: readonly number[] = [0.5, 1.5]): Promise<void> {
  const played = await playFile(path);
  expect(played.numbers).toEqual(WHOLE);
  expectBeeps(played.beeps, beeps);
  const fast = await playFile(path, { speed: 4, seconds: 0.48 });
  expect(fast.numbers).toEqual(range(0, 12).map((frame) => 4 * frame));
  expect(await readFrames(path, SECONDS)).toEqual(SHOWN);
}

/** Checks the starts of beeps, in seconds. */
export function expectBeeps(found: readonly number[], expected: readonly number[], within = 0.002): void {
  expect(found).toHaveLength(expected.length);
  for (const [index, beep] of found.entries())
    expect(Math.abs(beep - (expected[index] ?? NaN))).toBeLessThan(within);
}

/**
 * Encodes the numbers of frames without sound.
 *
 * @param from the number of the first frame.
 */
export function encodeNumbers(path: string, clip: Partial<EncodedClip>, from = 0): Promise<void> {
  const bar = (12 * (clip.width ?? FILM_SIZE.width)) / FILM_SIZE.width;
  const paint = (x: number, _: number, index: number) => {
    const bit = Math.floor(x / bar);
    const level = bit < 12 && ((index + from) >> (11 - bit)) & 1 ? 235 : 16;
    return [level, level, level, 255] as const;
  };
  const filters = 'format=yuv420p';
  const made = { ...FILM_SIZE, count: FRAMES, codec: '', container: '', filters, paint, bitRate: 4_000_000n };
  return encodeClip(path, { ...made, ...clip });
}
