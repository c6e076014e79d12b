import type { HeardClip } from '../resolve/timeline.ts';

/**
 * The linear gain of a sound: its volume, times its linear fades (contract 2.13).
 *
 * @param time seconds since the sound began.
 * @param length of the sound in seconds.
 */
export function gainAt(
  { volume, fadeIn, fadeOut }: Pick<HeardClip, 'volume' | 'fadeIn' | 'fadeOut'>,
  time: number,
  length: number,
): number {
  const rising = time < fadeIn ? time / fadeIn : 1;
  const left = length - time;
  const falling = left < fadeOut ? left / fadeOut : 1;
  return volume * rising * falling;
}
