import type { RichTextAsset } from '../../../edit/model.ts';

/** How a text appears. */
export type TextAnimation = NonNullable<RichTextAsset['animation']>;

/** Where something moves. */
export type AnimationDirection = NonNullable<TextAnimation['direction']>;

/** Of the clip: after it an entrance is over. */
export const MAX_CLIP_SHARE = 0.9;

/** How far from its place something is drawn, in pixels, x to the right and y downwards; and how much of it is seen, 0 to 1. */
export interface Shift {
  readonly x: number;
  readonly y: number;
  readonly alpha: number;
}

/** What is in its place, and seen. */
export const AT_REST: Shift = { x: 0, y: 0, alpha: 1 };
/** What is not seen. */
export const HIDDEN: Shift = { x: 0, y: 0, alpha: 0 };

/** A moment of an entrance. */
export interface EntranceState {
  /** The text as a whole, with a background that is wrapped around it. */
  readonly block: Shift;
  /** A unit by its number, beside what the whole does. */
  readonly shiftOf: (index: number) => Shift;
  /** How many units are typed, where a cursor stands after them. */
  readonly typedCount?: number;
}

/** How a text comes in. */
export interface Entrance {
  /** Seconds after which it stays as it is; Infinity for never. */
  readonly duration: number;
  /** How far units move at the most, in pixels. */
  readonly maxDistance: number;
  /** Whether lines under and behind letters move with them. */
  readonly movesBands: boolean;
  readonly stateAt: (time: number) => EntranceState;
}

/** What an entrance is made for. */
export interface EntranceInput {
  /** Size of the letters in pixels. */
  readonly size: number;
  /** Length of the clip in seconds. */
  readonly clipDuration: number;
  /** How many characters the text has. */
  readonly characterCount: number;
  /** The middles of the units, in pixels, in the order of reading. */
  readonly unitCentres: readonly { readonly x: number; readonly y: number }[];
}

/** Where a unit that moves in a direction comes from: up is upwards (contract C3), y is downwards. */
export const ORIGINS: Readonly<Record<AnimationDirection, { readonly x: number; readonly y: number }>> = {
  left: { x: 1, y: 0 },
  right: { x: -1, y: 0 },
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
};
