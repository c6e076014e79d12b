import { type Clip, isTweens } from '../../../edit/model.ts';
import { type AnimatedNumber, toAnimatedNumber, valueRangeOf } from '../animated-number.ts';

/** The border of a clip. Lengths are pixels of the canvas at the largest `scale` of the clip. */
interface ResolvedBorder {
  readonly width: AnimatedNumber;
  /** `#RGB` or `#RRGGBB`. */
  readonly color: string;
  readonly opacity: AnimatedNumber;
  /** True if the middle of the line is on the edge, false if all of it is inside. */
  readonly isCentred: boolean;
}

/** A shadow of a clip. Lengths are pixels of the canvas at the largest `scale` of the clip. */
interface ResolvedShadow {
  /** To the right and downwards on the canvas. */
  readonly offsetX: AnimatedNumber;
  readonly offsetY: AnimatedNumber;
  /** Twice the standard deviation. */
  readonly blur: AnimatedNumber;
  readonly color: string;
  readonly opacity: AnimatedNumber;
}

/** What surrounds the picture of a clip. */
export interface ResolvedRim {
  /** Radii in pixels, clockwise from the top left. */
  readonly corners: readonly [AnimatedNumber, AnimatedNumber, AnimatedNumber, AnimatedNumber];
  readonly border?: ResolvedBorder;
  /** The first one is on top. */
  readonly shadows: readonly ResolvedShadow[];
}

/** Resolves the rim of a clip. Absent if it never changes anything. */
export function resolveRim({ corners = 0, border, shadow = [] }: Clip): { readonly rim?: ResolvedRim } {
  const radii = cornersOf(corners);
  const line = border && {
    width: toAnimatedNumber(border.width, 0),
    color: border.color ?? '#ffffff',
    opacity: toAnimatedNumber(border.opacity, 1),
    isCentred: border.position === 'center',
  };
  const shadows = shadow
    .map(({ offsetX, offsetY, blur, color = '#000000', opacity }) => ({
      offsetX: toAnimatedNumber(offsetX, 0),
      offsetY: toAnimatedNumber(offsetY, 0),
      blur: toAnimatedNumber(blur, 0),
      color,
      opacity: toAnimatedNumber(opacity, 0.5),
    }))
    .filter(({ opacity }) => isEverPositive(opacity));
  const hasBorder = line && isEverPositive(line.width) && isEverPositive(line.opacity);
  if (!radii.some(isEverPositive) && !hasBorder && shadows.length === 0) return {};
  return { rim: { corners: radii, ...(hasBorder && { border: line }), shadows } };
}

function cornersOf(corners: NonNullable<Clip['corners']>): ResolvedRim['corners'] {
  if (typeof corners === 'number' || isTweens(corners)) {
    const all = toAnimatedNumber(corners, 0);
    return [all, all, all, all];
  }
  // The cast is safe: a list that has no tweens has four radii, or nothing.
  const [one, two, three, four] = corners as Extract<Clip['corners'], unknown[]>[0][];
  const resolve = (radius: typeof one): AnimatedNumber => toAnimatedNumber(radius as number, 0);
  return [resolve(one), resolve(two), resolve(three), resolve(four)];
}

function isEverPositive(value: AnimatedNumber): boolean {
  return valueRangeOf(value).greatest > 0;
}
