/** Duration in seconds by speed (contract 2.9). */
const LONG = { normal: 1, Slow: 2, Fast: 0.5 };
const SHORT = { normal: 0.5, Slow: 2, Fast: 0.25 };
const SECONDS = new Map<string, typeof LONG>([
  ['fade', LONG],
  ['reveal', LONG],
  ['wipe', LONG],
  ['shuffle', LONG],
  ['slide', SHORT],
  ['carousel', SHORT],
  ['push', SHORT],
  ['iris', LONG],
  ['split', LONG],
  ['zoomThrough', LONG],
  ['whip', SHORT],
  ['luma', LONG],
  ['glitch', SHORT],
  ['lightLeak', LONG],
  ['filmBurn', LONG],
  ['pageTurn', LONG],
  // Zoom has only one speed.
  ['zoom', { normal: 0.4, Slow: 0.4, Fast: 0.4 }],
]);
const KIND = /^[a-z]+/;
const SPEED = /(?:Slow|Fast)$/;

/** Returns the seconds that a transition lasts if its edit does not say so. Undefined if there is no such transition. */
export function usualTransitionSeconds(name: string): number | undefined {
  // Every name starts with a kind and may end with a speed.
  const [kind = ''] = KIND.exec(name) ?? [];
  const [speed] = (SPEED.exec(name) ?? ['normal']) as ['Slow' | 'Fast' | 'normal'];
  return (SECONDS.get(name) ?? SECONDS.get(kind))?.[speed];
}
