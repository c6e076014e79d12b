import type { RichTextAsset } from '../../../edit/model.ts';

/** The animation settings of a text in an edit. */
export type TextAnimation = NonNullable<RichTextAsset['animation']>;

/** A direction of movement. */
export type AnimationDirection = NonNullable<TextAnimation['direction']>;

/** An offset in pixels, x to the right and y down, and an opacity from 0 to 1. */
export interface Shift {
  readonly x: number;
  readonly y: number;
  readonly alpha: number;
}

/** The shift of a unit that is fully visible at its final position. */
export const AT_REST: Shift = { x: 0, y: 0, alpha: 1 };
/** The shift of an invisible unit. */
export const HIDDEN: Shift = { x: 0, y: 0, alpha: 0 };

/** The state of an entrance at a moment. */
export interface EntranceState {
  /** The shift of the whole text, including a background that wraps it. */
  readonly block: Shift;
  /** Returns the shift of the unit with this index. This shift is added to the shift of the whole text. */
  readonly shiftOf: (index: number) => Shift;
  /** Number of typed units. Present only if a cursor is drawn after them. */
  readonly typedCount?: number;
}

/** An animation that makes the units of a text appear. */
export interface Entrance {
  /** Seconds after which the text no longer changes. Infinity if it never stops changing. */
  readonly duration: number;
  /** Maximum distance that units move, in pixels. */
  readonly maxDistance: number;
  /** True if lines under, through and behind letters move with the letters. */
  readonly movesBands: boolean;
  readonly stateAt: (time: number) => EntranceState;
}

/** The properties of a text and its clip that an entrance depends on. */
export interface EntranceInput {
  /** Font size in pixels. */
  readonly size: number;
  /** Length of the clip in seconds. */
  readonly clipDuration: number;
  /** Number of characters in the text. */
  readonly characterCount: number;
  /** The centres of the units, in pixels, in reading order. */
  readonly unitCentres: readonly { readonly x: number; readonly y: number }[];
}

/**
 * The side that a unit comes from, for each direction of movement. "up" moves upwards (contract C3). y is
 * down.
 */
export const ORIGINS: Readonly<Record<AnimationDirection, { readonly x: number; readonly y: number }>> = {
  left: { x: 1, y: 0 },
  right: { x: -1, y: 0 },
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
};
