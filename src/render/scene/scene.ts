import { frameTime, type Seconds } from '../../base/time.ts';
import type { Matte, SeenClip, Timeline } from '../resolve/timeline.ts';
import { type Drift, effectAt } from './effect.ts';
import { type Matrix, matrixOf } from './matrix.ts';
import { type Motion, STILL, together, type Wipe } from './motion.ts';
import {
  fittedOf,
  frameOf,
  isCut,
  type Placed,
  type Placement,
  placementOf,
  type Rect,
  type Size,
} from './placement.ts';
import { entering, leaving } from './transition.ts';
import { valueAt } from './tween.ts';

/** A matte at one moment. */
export interface MatteMoment {
  readonly matte: Matte;
  /** Seconds since the matte began. */
  readonly time: Seconds;
}

/** One thing that is drawn in one frame, every number final. */
export interface Layer {
  readonly clip: SeenClip;
  /** Where it lies before it is turned or moved. */
  readonly placement: Placement;
  /** Where each point of the placement goes. */
  readonly matrix: Matrix;
  /** The columns of what is visible that are seen, in fractions of its width from its left before it is turned. */
  readonly columns: { readonly from: number; readonly to: number };
  /** A soft edge over what is visible, before it is turned; none when all of it is seen. */
  readonly wipe?: Wipe;
  /** What is seen is multiplied by these. */
  readonly mattes: readonly MatteMoment[];
  /** What the mattes are stretched over, before it is turned: what would be seen without a crop. */
  readonly uncropped: Rect;
  /** 0 (transparent) to 1; never 0. */
  readonly opacity: number;
  /** Seconds since the clip began. */
  readonly time: Seconds;
}

/** What is seen in an output frame, the lowest layer first. Pure. @param frame 0 to the timeline's frames, exclusive. */
export function sceneAt(timeline: Timeline, frame: number): Layer[] {
  return timeline.seen
    .filter((clip) => clip.from <= frame && frame < clip.to)
    .map((clip) => layerOf(clip, frame, timeline))
    .filter(isSeen);
}

function isSeen({ opacity, columns, placement: { visible } }: Layer): boolean {
  return opacity > 0 && columns.to > columns.from && visible.width > 0 && visible.height > 0;
}

function layerOf(clip: SeenClip, frame: number, timeline: Timeline): Layer {
  const time = frameTime(frame - clip.from, timeline.rate);
  const left = frameTime(clip.to - frame, timeline.rate).valueOf();
  const since = time.valueOf();
  const drift = effectAt(
    clip.effect,
    since / (since + left),
    fittedOf(clip, timeline),
    frameOf(clip, timeline),
  );
  const behind = isCut(clip) && (drift.behind || clip.box !== undefined);
  const motion = together([...transitionsAt(clip, since, left), ...(behind ? [] : [motionOf(drift)])]);
  const { placement, centre, uncropped } = placedAt(clip, time, behind ? drift : undefined, timeline);
  return {
    clip,
    placement,
    matrix: matrixAt(clip, time, motion, centre, timeline),
    ...passing(motion, clip.flip.horizontal),
    mattes: mattesAt(clip, frame, timeline),
    uncropped,
    opacity: share(valueAt(clip.opacity, time)) * motion.opacity,
    time,
  };
}

function mattesAt({ mattes = [] }: SeenClip, frame: number, { rate }: Timeline): MatteMoment[] {
  return mattes
    .filter(({ from, to }) => from <= frame && frame < to)
    .map((matte) => ({ matte, time: frameTime(frame - matte.from, rate) }));
}

/** What passes over a layer goes the way of its name also where the picture is mirrored. */
function passing({ reveal, wipe }: Motion, mirrored: boolean): Pick<Layer, 'columns' | 'wipe'> {
  if (!mirrored) return { columns: { from: 0, to: reveal }, ...(wipe && { wipe }) };
  return {
    columns: { from: 1 - reveal, to: 1 },
    ...(wipe && { wipe: { left: wipe.right, right: wipe.left } }),
  };
}

/** How a clip comes or goes at a moment. @param since, left seconds since the clip began and until it ends. */
function transitionsAt({ transition }: SeenClip, since: number, left: number): Motion[] {
  const { in: comes, out: goes } = transition;
  return [
    ...(comes && since < comes.seconds ? [entering(comes, since / comes.seconds)] : []),
    ...(goes && left < goes.seconds ? [leaving(goes, 1 - left / goes.seconds)] : []),
  ];
}

/** An effect that moves the whole clip. */
function motionOf({ scale, x, y }: Drift): Motion {
  return { ...STILL, scale, x, y };
}

function placedAt(clip: SeenClip, time: Seconds, behind: Drift | undefined, output: Size): Placed {
  const { offset, scale } = clip;
  return placementOf(
    clip,
    {
      scale: Math.max(0, valueAt(scale, time)),
      offset: { x: valueAt(offset.x, time), y: valueAt(offset.y, time) },
      ...(behind && { behind }),
    },
    output,
  );
}

function matrixAt(
  { flip, skew, angle }: SeenClip,
  time: Seconds,
  motion: Motion,
  centre: Placed['centre'],
  output: Size,
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

function share(opacity: number): number {
  return Math.min(1, Math.max(0, opacity));
}
