import type { LumaPicture } from '../resolve/timeline.ts';
import type { Cover } from './transitions/cover.ts';
import type { PixelChange } from './transitions/pixel-change.ts';

/**
 * The change that an effect or a transition adds to the placement of a clip at one moment. All numbers are
 * final.
 */
export interface Motion {
  /** Factor on the size, about the centre. */
  readonly scale: number;
  /** 0 to 1. */
  readonly opacity: number;
  /** Fractions of the output's width and height. Positive y points up. */
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise. */
  readonly angle: number;
  /** The visible fraction of the width, from the left, 0 to 1. */
  readonly reveal: number;
  /** A soft edge that passes over the clip. */
  readonly wipe?: Wipe;
  /** A blur along a movement over the frame. */
  readonly smear?: Smear;
  /** A shape that shows or hides the clip. */
  readonly cover?: Cover;
  /** A picture by whose brightness the clip is shown or hidden. */
  readonly luma?: LumaWipe;
  /** A change of all pixels of the clip. */
  readonly change?: PixelChange;
}

/**
 * The coverage of a wipe at the left and the right edge of the visible rectangle. Both values can lie outside
 * of 0 to 1: the coverage is first interpolated linearly between the edges and then clamped.
 */
export interface Wipe {
  readonly left: number;
  readonly right: number;
}

/** A wipe by the brightness of a picture at one moment. */
export interface LumaWipe {
  readonly picture: LumaPicture;
  /** How far it is, from 0 (no place has changed) to 1 (all have). */
  readonly open: number;
  /** True if the places that have changed are hidden. */
  readonly isHiding: boolean;
  /** Width of the soft edge as a fraction of all levels of brightness, 0 to 1. */
  readonly softness: number;
}

/** A movement of the picture over the frame so fast that it blurs. */
export interface Smear {
  readonly axis: 'x' | 'y';
  /** Distance to the right or downwards, as a fraction of the frame. */
  readonly shift: number;
  /** Length of the blur as a fraction of the frame, 0 or more. */
  readonly length: number;
}

/** A motion that changes nothing. */
export const NO_MOTION: Motion = { scale: 1, opacity: 1, x: 0, y: 0, angle: 0, reveal: 1 };

/**
 * Combines simultaneous motions (contract C15). Distances and angles are added, sizes and opacities
 * multiplied.
 */
export function combineMotions(motions: readonly Motion[]): Motion {
  return motions.reduce((one, other) => {
    const wipe = one.wipe ?? other.wipe;
    const smear = one.smear ?? other.smear;
    const cover = one.cover ?? other.cover;
    const luma = one.luma ?? other.luma;
    const change = one.change ?? other.change;
    return {
      scale: one.scale * other.scale,
      opacity: one.opacity * other.opacity,
      x: one.x + other.x,
      y: one.y + other.y,
      angle: one.angle + other.angle,
      reveal: one.reveal * other.reveal,
      // The two transitions of a clip never overlap, so there is at most one of each.
      ...(wipe && { wipe }),
      ...(smear && { smear }),
      ...(cover && { cover }),
      ...(luma && { luma }),
      ...(change && { change }),
    };
  }, NO_MOTION);
}
