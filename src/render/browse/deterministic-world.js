/* global globalThis -- This file runs in a page of the browser, before the scripts of the page. */

/**
 * Makes random numbers reproducible, and gives intervals without a delay one millisecond, because time in a
 * page advances in steps.
 *
 * @param {number} [seed] the first state of the random numbers.
 */
export function makeDeterministic(seed = 1) {
  let state = seed;
  // The generator "mulberry32" of Tommy Ettinger.
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const { setInterval } = globalThis;
  globalThis.setInterval = (work, delay, ...rest) => setInterval(work, Math.max(1, delay) || 1, ...rest);
}
