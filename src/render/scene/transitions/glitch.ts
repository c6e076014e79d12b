import { rampBetween, randomAt } from './noise.ts';
import { type PixelChange, seenIn } from './pixel-change.ts';
import type { Rect } from '../placement.ts';

/** Pictures of a glitch per second. */
const TICKS = 15;
/** Bands of one size: how many there are on the picture, the share that moves, and the longest way as a fraction. */
const BANDS = [
  { count: 7, share: 0.5, way: 0.22 },
  { count: 31, share: 0.35, way: 0.1 },
  { count: 140, share: 0.12, way: 0.05 },
] as const;
/** The bands in which one clip takes the place of the other, and when the first and the last one changes. */
const TAKEN = { count: 13, from: 0.25, to: 0.75 };
/** The longest distance between the colours. */
const SPLIT = 0.035;
/** Blocks from other places, and the longest ways of them. */
const BLOCKS = { count: 9, across: 0.3, down: 0.12 };

/** A part of a picture that shows another part of it. All numbers are fractions of the picture. */
export interface GlitchBlock extends Rect {
  readonly fromX: number;
  readonly fromY: number;
}

/** Returns how strong a glitch is at its moment: most in the middle. */
function glitchStrength({ along, amount }: PixelChange): number {
  return 2 * amount * Math.sin(Math.PI * along) ** 1.5;
}

/** Returns how far a line has moved, as a fraction of the picture, and whether it is seen. @param place of the line, 0 to 1. */
export function glitchLineAt(
  change: PixelChange,
  place: number,
): { readonly shift: number; readonly isSeen: boolean } {
  const strength = glitchStrength(change);
  const start = startOf(change);
  let shift = 0;
  for (const [index, { count, share, way }] of BANDS.entries()) {
    // The bands of each picture begin somewhere else.
    const band = Math.floor(place * count + randomAt(index, start, 1));
    if (randomAt(band, start + index, 2) < share * Math.min(1, strength))
      shift += strength * way * (2 * randomAt(band, start + index, 3) - 1);
  }
  const taken = rampBetween(TAKEN.from, TAKEN.to, change.along);
  const left = rampBetween(TAKEN.to, 1, change.along);
  const band = Math.floor(place * TAKEN.count + randomAt(9, start, 1));
  const turn = randomAt(band, start, 4);
  return { shift, isSeen: seenIn(change.role, turn < taken ? 1 : 0, turn < left ? 1 : 0) === 1 };
}

/** Returns the distance between the colours as a fraction of the picture. */
export function glitchSplit(change: PixelChange): number {
  return SPLIT * glitchStrength(change) * (0.4 + 0.6 * randomAt(0, startOf(change), 5));
}

/** Lists the parts of the picture that show others. */
export function listGlitchBlocks(change: PixelChange): GlitchBlock[] {
  const strength = glitchStrength(change);
  const start = startOf(change);
  const random = (index: number, what: number): number => randomAt(index, start, 10 + what);
  return Array.from({ length: Math.round(BLOCKS.count * Math.min(1, strength)) }, (_, index) => {
    const [x, y] = [random(index, 0), random(index, 1)];
    return {
      x,
      y,
      width: 0.04 + 0.2 * random(index, 2),
      height: 0.01 + 0.07 * random(index, 3) ** 2,
      fromX: x + strength * BLOCKS.across * (2 * random(index, 4) - 1),
      fromY: y + strength * BLOCKS.down * (2 * random(index, 5) - 1),
    };
  });
}

/** Returns the number that the random numbers of a picture begin with. */
function startOf({ seed, time }: PixelChange): number {
  return Math.imul(seed, 4099) + Math.floor(time * TICKS + 1e-6);
}
