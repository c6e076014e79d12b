/** A source of pseudo-random numbers. The same seed gives the same numbers on every machine. */
export interface Random {
  /** Returns a whole number from 0 to below `limit`; 0 if the limit is 0. */
  below(limit: number): number;
  /** Returns one of some values. */
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
}

/** Creates a generator of pseudo-random numbers (mulberry32) from a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, pick: (values) => values[below(values.length)] ?? values[0] };
}
