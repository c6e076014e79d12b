import type { SHAPED_TRANSITIONS } from '../../../base/vocabulary/shaped-transitions.ts';

/** The transitions that change the pixels of a clip where it stands. */
export type ChangeKind = 'glitch' | 'lightLeak' | 'filmBurn' | 'pageTurn';

/** A change of all pixels of a clip at one moment of a transition. */
export interface PixelChange {
  readonly kind: ChangeKind;
  readonly way: (typeof SHAPED_TRANSITIONS)[ChangeKind][number];
  /** Progress of the transition, 0 to 1. Of a page: from lying to turned. */
  readonly along: number;
  /** Seconds since the transition began, from which random numbers follow. */
  readonly time: number;
  /** Strength, 0 to 1. */
  readonly amount: number;
  readonly seed: number;
  /** If it is "stays", another clip covers this one meanwhile. */
  readonly role: 'comes' | 'goes' | 'stays';
}

/** Returns how much of a clip is seen at a place that the next clip has taken so much of, 0 to 1. */
export function seenIn(role: PixelChange['role'], taken: number): number {
  return role === 'stays' ? 1 : role === 'comes' ? taken : 1 - taken;
}
