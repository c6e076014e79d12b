import { timeAtFrame, type Seconds } from '../../base/time.ts';
import type { Matte, VisualClip, ResolvedTimeline } from '../resolve/timeline.ts';
import { type EffectMotion, effectAt } from './effect.ts';
import { type Matrix, matrixOf } from './matrix.ts';
import { type Motion, NO_MOTION, combineMotions, type Wipe } from './motion.ts';
import {
  fittedSizeOf,
  viewportOf,
  hidesOverflow,
  type LayerGeometry,
  type Placement,
  placeClip,
  type Rect,
  type PixelSize,
} from './placement.ts';
import { transitionIn, transitionOut } from './transition.ts';
import { valueAt } from './tween.ts';

/** A matte at one moment. */
export interface ActiveMatte {
  readonly matte: Matte;
  /** Seconds since the matte began. */
  readonly time: Seconds;
}

/** One thing that is drawn in one frame, every number final. */
export interface Layer {
  readonly clip: VisualClip;
  /** Where it lies before it is turned or moved. */
  readonly placement: Placement;
  /** Where each point of the placement goes. */
  readonly matrix: Matrix;
  /** The columns of what is visible that are seen, in fractions of its width from its left before it is turned. */
  readonly columns: { readonly from: number; readonly to: number };
  /** A soft edge over what is visible, before it is turned; none when all of it is seen. */
  readonly wipe?: Wipe;
  /** What is seen is multiplied by these. */
  readonly mattes: readonly ActiveMatte[];
  /** What the mattes are stretched over, before it is turned: what would be seen without a crop. */
  readonly uncropped: Rect;
  /** 0 (transparent) to 1; never 0. */
  readonly opacity: number;
  /** Seconds since the clip began. */
  readonly time: Seconds;
}

/** What is seen in an output frame, the lowest layer first. Pure. @param frame 0 to the timeline's frames, exclusive. */
export function sceneAt(timeline: ResolvedTimeline, frame: number): Layer[] {
  return timeline.visualClips
    .filter((clip) => clip.from <= frame && frame < clip.to)
    .map((clip) => createLayer(clip, frame, timeline))
    .filter(isVisible);
}

function isVisible({ opacity, columns, placement: { visible } }: Layer): boolean {
  return opacity > 0 && columns.to > columns.from && visible.width > 0 && visible.height > 0;
}

function createLayer(clip: VisualClip, frame: number, timeline: ResolvedTimeline): Layer {
  const time = timeAtFrame(frame - clip.from, timeline.rate);
  const left = timeAtFrame(clip.to - frame, timeline.rate).valueOf();
  const since = time.valueOf();
  const effect = effectAt(
    clip.effect,
    since / (since + left),
    fittedSizeOf(clip, timeline),
    viewportOf(clip, timeline),
  );
  const isInner = hidesOverflow(clip) && (effect.isInner || clip.box !== undefined);
  const motion = combineMotions([
    ...transitionsAt(clip, since, left),
    ...(isInner ? [] : [motionOf(effect)]),
  ]);
  const { placement, centre, uncropped } = placementAt(clip, time, isInner ? effect : undefined, timeline);
  return {
    clip,
    placement,
    matrix: matrixAt(clip, time, motion, centre, timeline),
    ...revealAndWipeOf(motion, clip.flip.horizontal),
    mattes: mattesAt(clip, frame, timeline),
    uncropped,
    opacity: clampOpacity(valueAt(clip.opacity, time)) * motion.opacity,
    time,
  };
}

function mattesAt({ mattes = [] }: VisualClip, frame: number, { rate }: ResolvedTimeline): ActiveMatte[] {
  return mattes
    .filter(({ from, to }) => from <= frame && frame < to)
    .map((matte) => ({ matte, time: timeAtFrame(frame - matte.from, rate) }));
}

/** What passes over a layer goes the way of its name also where the picture is mirrored. */
function revealAndWipeOf({ reveal, wipe }: Motion, isMirrored: boolean): Pick<Layer, 'columns' | 'wipe'> {
  if (!isMirrored) return { columns: { from: 0, to: reveal }, ...(wipe && { wipe }) };
  return {
    columns: { from: 1 - reveal, to: 1 },
    ...(wipe && { wipe: { left: wipe.right, right: wipe.left } }),
  };
}

/** How a clip comes or goes at a moment. @param since, left seconds since the clip began and until it ends. */
function transitionsAt({ transition }: VisualClip, since: number, left: number): Motion[] {
  const { in: entry, out: exit } = transition;
  return [
    ...(entry && since < entry.seconds ? [transitionIn(entry, since / entry.seconds)] : []),
    ...(exit && left < exit.seconds ? [transitionOut(exit, 1 - left / exit.seconds)] : []),
  ];
}

/** An effect that moves the whole clip. */
function motionOf({ scale, x, y }: EffectMotion): Motion {
  return { ...NO_MOTION, scale, x, y };
}

function placementAt(
  clip: VisualClip,
  time: Seconds,
  innerMotion: EffectMotion | undefined,
  output: PixelSize,
): LayerGeometry {
  const { offset, scale } = clip;
  return placeClip(
    clip,
    {
      scale: Math.max(0, valueAt(scale, time)),
      offset: { x: valueAt(offset.x, time), y: valueAt(offset.y, time) },
      ...(innerMotion && { innerMotion }),
    },
    output,
  );
}

function matrixAt(
  { flip, skew, angle }: VisualClip,
  time: Seconds,
  motion: Motion,
  centre: LayerGeometry['centre'],
  output: PixelSize,
): Matrix {
  return matrixOf(
    {
      flip,
      scale: motion.scale,
      skew: { x: valueAt(skew.x, time), y: valueAt(skew.y, time) },
      angle: valueAt(angle, time) + motion.angle,
      move: { x: motion.x * output.width, y: -motion.y * output.height },
    },
    centre,
  );
}

function clampOpacity(opacity: number): number {
  return Math.min(1, Math.max(0, opacity));
}
