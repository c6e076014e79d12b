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
  /** If it is "yields", the next clip comes up over this one, and may not cover all of it. */
  readonly role: 'comes' | 'goes' | 'yields';
}

/**
 * Returns how much of a clip is seen at a place, 0 to 1.
 *
 * @param taken how much of the place the next clip has taken, 0 to 1.
 * @param left how much of it a clip that yields has left, 0 to 1. More than 0 only where all is taken, so that nothing
 *   else shows through between the two.
 */
export function seenIn(role: PixelChange['role'], taken: number, left: number): number {
  if (role === 'yields') return 1 - left;
  return role === 'comes' ? taken : 1 - taken;
}
