import { noiseAt, rampBetween, randomAt } from './noise.ts';
import { type PixelChange, seenIn } from './pixel-change.ts';

/** Light that falls on a place, and how much of the clip is seen there. */
export interface PlaceLight {
  /** Linear light with the primaries of BT.709, 0 or more. 1 is white. It is added to that of the picture. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 to 1. */
  readonly seen: number;
}

/** A leak: how far its middle begins and ends beyond the frame, its width, and its light in the middle. */
const LEAK = { beyond: 0.55, width: 0.42, red: 2.8, green: 1.7, blue: 0.95, soft: 0.2 };
/** The soft edge of what a leak leaves: its width, and that at the end, when it must be beyond the frame. */
const LEFT = { width: 0.4, end: 0.03 };
/** The widths of the light of each colour: red reaches farthest, so the edges are red and the middle is white. */
const WIDTHS = { red: 1, green: 0.62, blue: 0.42 };
/** A burn: its flicker, pictures per second, when one clip takes the place of the other, and when that has left. */
const BURN = { flicker: 0.1, ticks: 12, from: 0.42, to: 0.58, left: 0.74 };
/** The light of each colour by the heat: factor and exponent. What is hot is white, then yellow, orange and red. */
const HEAT = { red: [2.6, 1.2], green: [1.5, 2], blue: [0.9, 3.5] } as const;

/**
 * Returns the light of a leak or a burn at a place. Pure.
 *
 * @param x from 0 at the left to 1 at the right edge of the frame.
 * @param y from 0 at the top to 1 at the bottom edge of the frame.
 * @param aspect width by height of the frame.
 */
export function transitionLightAt(change: PixelChange, x: number, y: number, aspect: number): PlaceLight {
  const { way } = change;
  const isAcross = way === 'left' || way === 'right';
  const [forward, aside] = isAcross ? [x, y] : [y, x];
  // The place along the way of the light, and beside it.
  const place = way === 'left' || way === 'up' ? 1 - forward : forward;
  const [columns, rows] = [x * aspect, y];
  return change.kind === 'lightLeak'
    ? leakAt(change, place, aside, columns, rows)
    : burnAt(change, place, columns, rows);
}

/** A band of light that moves over the frame and hides the change from one clip to the next. */
function leakAt(
  { along, time, amount, seed, role }: PixelChange,
  place: number,
  aside: number,
  x: number,
  y: number,
): PlaceLight {
  const middle = along * (1 + 2 * LEAK.beyond) - LEAK.beyond;
  // The band leans, and its edges are uneven and move.
  const lean = 0.3 * (randomAt(0, seed, 1) - 0.5) * (aside - 0.5);
  const drift = 0.34 * (noiseAt(1.3 * x + 0.5 * time, 1.3 * y - 0.4 * time, seed) - 0.5);
  const from = place - middle + lean + drift;
  const streaks = 0.6 + 0.8 * noiseAt(2.2 * aside + 0.6 * time, 1.5 * place - time, seed + 7);
  const glow = 2 * amount * Math.min(1, 5 * along, 5 * (1 - along)) * streaks;
  const fall = (width: number): number => Math.exp(-((from / (LEAK.width * width)) ** 2));
  // A weak veil lies on the whole frame.
  const veil = 0.1 * glow * Math.sin(Math.PI * along);
  const taken = rampBetween(-LEAK.soft, LEAK.soft, -from);
  const left = rampBetween(LEAK.soft, LEAK.soft + LEFT.end + LEFT.width * (1 - along), -from);
  return {
    red: LEAK.red * glow * fall(WIDTHS.red) ** 1.5 + veil,
    green: LEAK.green * glow * fall(WIDTHS.green) + 0.35 * veil,
    blue: LEAK.blue * glow * fall(WIDTHS.blue) + 0.12 * veil,
    seen: seenIn(role, taken, left),
  };
}

/** Spots of light that grow together until the whole frame is white, as on the end of a roll of film. */
function burnAt(
  { along, time, amount, seed, role }: PixelChange,
  place: number,
  x: number,
  y: number,
): PlaceLight {
  const flicker = 1 + BURN.flicker * (2 * randomAt(Math.floor(time * BURN.ticks + 1e-6), seed, 2) - 1);
  const drift = 0.5 * time;
  const spots =
    0.65 * noiseAt(1.5 * x + drift, 1.5 * y, seed) +
    0.25 * noiseAt(3.7 * x - drift, 3.7 * y + drift, seed + 1) +
    0.1 * noiseAt(9 * x, 9 * y - 2 * drift, seed + 2);
  // The burn comes from one side, and leaves last at the other.
  const side = Math.exp(-(((place - along) / 0.5) ** 2)) - 0.4;
  const rise = (1 - Math.abs(2 * along - 1)) ** 0.7;
  const spread = Math.min(1, 2.5 * rise) * (2.1 * (spots - 0.5) + 0.6 * side);
  const heat = Math.max(0, 1.15 * rise - 0.38 + spread) * flicker;
  const lightOf = ([factor, exponent]: readonly [number, number]): number =>
    2 * amount * factor * heat ** exponent;
  const taken = rampBetween(BURN.from, BURN.to, along);
  const left = rampBetween(BURN.to, BURN.left, along);
  return {
    red: lightOf(HEAT.red),
    green: lightOf(HEAT.green),
    blue: lightOf(HEAT.blue),
    seen: seenIn(role, taken, left),
  };
}
