import type { History } from '../document/history.ts';
import { applyDifference, differenceOf, type TextDifference } from '../document/text-difference.ts';

/** The maximum number of states in each direction, and of the characters that they are compared with and add. */
const MOST_STATES = 200;
const MOST_COMPARED = 60_000_000;
const MOST_ADDED = 1_000_000;

/** A {@link History} as changes from each state to the one beside it, so that it is small. */
export interface PackedHistory {
  /** From the present back. */
  readonly past: readonly TextDifference[];
  /** From the present forward. */
  readonly future: readonly TextDifference[];
}

/** Packs the states nearest to the present. The others are left out. */
export function packHistory({ past, present, future }: History): PackedHistory {
  return { past: pack(present, past.toReversed()), future: pack(present, future) };
}

/** Returns a history with its present text. */
export function unpackHistory({ past, future }: PackedHistory, present: string): History {
  return {
    past: unpack(present, past).toReversed(),
    present,
    future: unpack(present, future),
    group: undefined,
  };
}

function pack(present: string, states: readonly string[]): TextDifference[] {
  const packed: TextDifference[] = [];
  let compared = 0;
  let added = 0;
  let before = present;
  for (const state of states.slice(0, MOST_STATES)) {
    const difference = differenceOf(before, state);
    compared += state.length;
    added += difference.insert.length;
    if (compared > MOST_COMPARED || added > MOST_ADDED) break;
    packed.push(difference);
    before = state;
  }
  return packed;
}

function unpack(present: string, packed: readonly TextDifference[]): string[] {
  let state = present;
  return packed.map((difference) => (state = applyDifference(state, difference)));
}
