import { SAMPLE_RATE } from '../../src/base/time.ts';
import { createBeeps, fillRect, makeClip } from './clips.ts';
import { mapFrames, decodeSound } from './decode-output.ts';

/** Size of the clips in pixels. */
export const FLASH_SIZE = { width: 160, height: 90 };

const WHITE = [235, 128, 128] as const;
const BLACK = [16, 128, 128] as const;

/**
 * Writes a clip with a white flash and a beep at each of the given seconds.
 *
 * @param seconds Length of the clip.
 * @param at Start of each flash, in seconds.
 * @param options `rate`: frames per second, 30 by default. `lasts`: length of a flash in seconds, 0.1 by
 * default.
 */
export async function makeFlashes(
  path: string,
  seconds: number,
  at: readonly number[],
  { rate = 30, lasts = 0.1 }: { readonly rate?: number; readonly lasts?: number } = {},
): Promise<void> {
  await makeClip(path, {
    ...FLASH_SIZE,
    clock: rate,
    ticks: Array.from({ length: seconds * rate }, (_, index) => index),
    keyframeEvery: 250,
    paint: (planes, index) => {
      const lit = at.some((second) => index >= second * rate && index < (second + lasts) * rate);
      fillRect(planes, [0, 0, FLASH_SIZE.width, FLASH_SIZE.height], lit ? WHITE : BLACK);
    },
    sound: { samples: seconds * SAMPLE_RATE, wave: createBeeps(at, lasts) },
  });
}

/**
 * Finds the flashes and beeps of an MP4 of {@link FLASH_SIZE}. Returns their starts in seconds.
 *
 * @param apart Minimum silence between two beeps, in seconds. After less silence, a sound belongs to the same
 * beep.
 */
export async function findFlashes(
  path: string,
  apart = 0.5,
): Promise<{ flashes: number[]; beeps: number[] }> {
  const frames = await mapFrames(path, (planes, seconds) => ({
    bright: (planes.y.data[45 * planes.y.stride + 80] ?? 0) > 125,
    seconds,
  }));
  const sound = await decodeSound(path);
  const beepsAt: number[] = [];
  let lastLoud = -1;
  for (const [index, sample] of (sound?.left ?? []).entries()) {
    const second = index / SAMPLE_RATE;
    if (Math.abs(sample) <= 0.2) continue;
    if (second - lastLoud > apart) beepsAt.push(second);
    lastLoud = second;
  }
  return {
    flashes: frames
      .filter(({ bright }, index) => bright && frames[index - 1]?.bright !== true)
      .map(({ seconds }) => seconds),
    beeps: beepsAt,
  };
}
