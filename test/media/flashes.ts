import { SAMPLE_RATE } from '../../src/base/time.ts';
import { beeps, fillRect, makeClip } from './clips.ts';
import { fromPictures, soundOf } from './look-inside.ts';

/** Size of the clips, in pixels. */
export const FLASH_SIZE = { width: 160, height: 90 };

const WHITE = [235, 128, 128] as const;
const BLACK = [16, 128, 128] as const;

/**
 * Writes a clip whose picture is white, with a beep, at each of the given seconds.
 *
 * @param seconds its length.
 * @param shape pictures a second, 30 by default, and how long a flash lasts in seconds, by default a tenth.
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
    sound: { samples: seconds * SAMPLE_RATE, wave: beeps(at, lasts) },
  });
}

/**
 * Seconds at which an MP4 of that size flashes, and at which it beeps.
 *
 * @param apart what is heard within so many seconds after the last sound is the same beep.
 */
export async function flashesOf(path: string, apart = 0.5): Promise<{ flashes: number[]; beeps: number[] }> {
  const lit = await fromPictures(path, (planes, seconds) => ({
    bright: (planes.y.data[45 * planes.y.stride + 80] ?? 0) > 125,
    seconds,
  }));
  const sound = await soundOf(path);
  const beepsAt: number[] = [];
  let heard = -1;
  for (const [index, sample] of (sound?.left ?? []).entries()) {
    const second = index / SAMPLE_RATE;
    if (Math.abs(sample) <= 0.2) continue;
    if (second - heard > apart) beepsAt.push(second);
    heard = second;
  }
  return {
    flashes: lit
      .filter(({ bright }, index) => bright && lit[index - 1]?.bright !== true)
      .map(({ seconds }) => seconds),
    beeps: beepsAt,
  };
}
