import type { TransitionStep } from '../../resolve/timeline.ts';
import type { Cover } from './cover.ts';
import { type Motion, NO_MOTION } from '../motion.ts';
import type { ChangeKind, PixelChange } from './pixel-change.ts';

/** Factor between the sizes of the two clips of a zoom through, and the softness of the edges of a small one. */
const THROUGH = { scale: 4, softness: 0.9 };

/** Distance of a whip and its longest blur, as fractions of the frame, and the share of it in which the clips fade. */
const WHIP = { distance: 0.6, blur: 0.5, fade: 0.3 };

/**
 * Returns the motion of a transition with fields of its own.
 *
 * @param isOut true at the end of the clip.
 * @param along progress along the curve of the transition. A curve may leave the range from 0 to 1.
 * @param time seconds since the transition began.
 */
export function shapedTransitionAt(
  step: TransitionStep,
  isOut: boolean,
  along: number,
  time: number,
): Motion {
  const open = Math.min(1, Math.max(0, along));
  const { kind } = step;
  if (kind === 'whip') return whip(step, isOut, along);
  if (kind === 'zoomThrough') return zoomThrough(step, isOut, along);
  if (kind === 'luma') return { ...NO_MOTION, ...wipeByLuma(step, isOut, open) };
  if (kind === 'pageTurn') return turnPage({ ...step, kind }, isOut, open, time);
  return kind === 'glitch' || kind === 'lightLeak' || kind === 'filmBurn'
    ? { ...NO_MOTION, change: changeOf({ ...step, kind }, isOut, open, time) }
    : { ...NO_MOTION, cover: openShape(step, isOut, open) };
}

/** Turns a clip away like a page, or back onto what is below. */
function turnPage(
  step: TransitionStep & { readonly kind: 'pageTurn' },
  isOut: boolean,
  open: number,
  time: number,
): Motion {
  if (step.isCovered) return NO_MOTION;
  return { ...NO_MOTION, change: changeOf(step, isOut, isOut ? open : 1 - open, time) };
}

function changeOf(
  { kind, way, amount = 0.5, seed = 0, isCovered }: TransitionStep & { readonly kind: ChangeKind },
  isOut: boolean,
  along: number,
  time: number,
): PixelChange {
  return {
    kind,
    // The cast is safe: the directions are those of its name.
    way: way as PixelChange['way'],
    along,
    time,
    amount,
    seed,
    role: isCovered ? 'yields' : isOut ? 'goes' : 'comes',
  };
}

function wipeByLuma({ luma, softness = 0 }: TransitionStep, isOut: boolean, open: number): Partial<Motion> {
  return luma ? { luma: { picture: luma, open, isHiding: isOut, softness } } : {};
}

/** Returns the shape of an iris or a split at one moment. */
function openShape(
  { kind, way, shape = 'circle', softness = 0 }: TransitionStep,
  isOut: boolean,
  along: number,
): Cover {
  const opens = way?.startsWith('open') ?? !isOut;
  const line = way?.endsWith('Vertical') === true ? 'vertical' : 'horizontal';
  return {
    form: kind === 'iris' ? shape : line,
    open: opens ? along : 1 - along,
    isOutside: opens === isOut,
    softness,
  };
}

/** Moves the camera through a clip. The next clip comes up in the middle of the one before, with soft edges. */
function zoomThrough({ way, isCovered }: TransitionStep, isOut: boolean, along: number): Motion {
  const isForward = way !== 'out';
  /** The way of the camera from the place of the clip: -1 before it, 1 behind it. */
  const away = isOut ? along : along - 1;
  const soft = THROUGH.softness * Math.sqrt(Math.abs(away));
  const shown = 2 * (1 - Math.abs(away)) - (isForward || isOut ? 0.5 : 0);
  // A clip that shrinks would show what is around it before the next one covers it.
  const stays = isCovered === true && !isForward;
  const cover = { form: 'rectangle', open: 1 / (1 + soft), isOutside: false, softness: soft } as const;
  return {
    ...NO_MOTION,
    scale: stays ? 1 : THROUGH.scale ** (isForward ? away : -away),
    opacity: isCovered ? 1 : Math.min(1, Math.max(0, shown)),
    ...(isForward !== isOut && !stays && { cover }),
  };
}

/** Turns the camera fast. In the middle, where the blur is longest, the clips fade into each other. */
function whip({ way, isCovered }: TransitionStep, isOut: boolean, along: number): Motion {
  const sign = way === 'left' || way === 'up' ? -1 : 1;
  const shown = 0.5 + ((isOut ? -1 : 1) * (along - 0.5)) / WHIP.fade;
  return {
    ...NO_MOTION,
    opacity: isCovered ? 1 : Math.min(1, Math.max(0, shown)),
    smear: {
      axis: way === 'left' || way === 'right' ? 'x' : 'y',
      shift: sign * WHIP.distance * (isOut ? along : along - 1),
      length: WHIP.blur * Math.abs(Math.sin(Math.PI * along)),
    },
  };
}
