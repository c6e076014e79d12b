/** A generator of random choices. The same seed makes the same choices. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns a number from `low` to below `high`. */
  between(low: number, high: number): number;
  /** Returns a whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** Returns true with a probability from 0 to 1. */
  chance(probability: number): boolean;
  /** Returns an element of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** Returns the elements in another order. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/**
 * Creates a generator (mulberry32).
 *
 * @param seed a whole number.
 * @param purpose distinguishes generators of one seed. What one of them is asked does not change the others, so
 *   that the faults of a seed stay the same however fast the machine is.
 */
export function createRandom(seed: number, purpose = ''): Random {
  let state = seed | 0;
  for (const letter of purpose) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x9e3779b1);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    shuffle(items) {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = whole(0, last);
        // Both indexes are within the list.
        [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
      }
      return shuffled;
    },
  };
}
