import type { Transition } from '../../edit/index.ts';

/** Seconds of each fade (contract 2.9). */
const SECONDS: Readonly<Record<string, number>> = { fade: 1, fadeSlow: 2, fadeFast: 0.5 };

/**
 * Seconds that a clip takes to appear and to disappear. A clip that is shorter than its fades gives each its length, or
 * half of it where there are two.
 *
 * @param length of the clip in seconds.
 */
export function fadesOf(
  transition: Transition | undefined,
  length: number,
): { fadeIn: number; fadeOut: number } {
  const fadeIn = SECONDS[transition?.in ?? ''] ?? 0;
  const fadeOut = SECONDS[transition?.out ?? ''] ?? 0;
  const share = fadeIn > 0 && fadeOut > 0 ? length / 2 : length;
  return { fadeIn: Math.min(fadeIn, share), fadeOut: Math.min(fadeOut, share) };
}
