import type { RichTextAsset } from '../../../edit/model.ts';

/** The animation with which a text appears. */
export type TextAnimation = NonNullable<RichTextAsset['animation']>;

/** A direction of movement. */
export type AnimationDirection = NonNullable<TextAnimation['direction']>;

/** The share of the clip after which an entrance is over. */
export const MAX_CLIP_SHARE = 0.9;

/** An offset in pixels, x to the right and y down, and an opacity from 0 to 1. */
export interface Shift {
  readonly x: number;
  readonly y: number;
  readonly alpha: number;
}

/** The shift of something at its final position and fully visible. */
export const AT_REST: Shift = { x: 0, y: 0, alpha: 1 };
/** The shift of something invisible. */
export const HIDDEN: Shift = { x: 0, y: 0, alpha: 0 };

/** The state of an entrance at a moment. */
export interface EntranceState {
  /** The shift of the whole text, including a background that wraps it. */
  readonly block: Shift;
  /** Returns the shift of a unit by its index, in addition to that of the whole text. */
  readonly shiftOf: (index: number) => Shift;
  /** Number of typed units. Only for entrances that draw a cursor after them. */
  readonly typedCount?: number;
}

/** The way a text appears. */
export interface Entrance {
  /** Seconds after which it no longer changes. Infinity for never. */
  readonly duration: number;
  /** Maximum distance that units move, in pixels. */
  readonly maxDistance: number;
  /** True if lines under and behind letters move with them. */
  readonly movesBands: boolean;
  readonly stateAt: (time: number) => EntranceState;
}

/** The input of an entrance. */
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

/** The side that a unit moving in a direction comes from. "up" moves upwards (contract C3); y is down. */
export const ORIGINS: Readonly<Record<AnimationDirection, { readonly x: number; readonly y: number }>> = {
  left: { x: 1, y: 0 },
  right: { x: -1, y: 0 },
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
};
