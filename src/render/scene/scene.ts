import {
  earlierOf,
  laterOf,
  type Rate,
  timeAtFrame,
  toSeconds,
  type Seconds,
  ZERO,
} from '../../base/time.ts';
import { cameraAt, type CameraPlace } from '../resolve/follow/camera.ts';
import type { Matte, VisualClip, ResolvedTimeline } from '../resolve/timeline.ts';
import { cropAt } from './crop.ts';
import type { Cover } from './transitions/cover.ts';
import { type EffectMotion, effectAt } from './effect.ts';
import type { Homography } from './homography.ts';
import { invertMatrix, mapPoint, type Matrix, matrixOf } from './matrix.ts';
import { motionAt } from './motion-path.ts';
import { type LumaWipe, type Motion, NO_MOTION, combineMotions, type Smear, type Wipe } from './motion.ts';
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
import { type LayerRim, rimAt } from './rim.ts';
import { sourceMomentOf } from './source-time.ts';
import type { PixelChange } from './transitions/pixel-change.ts';
import { isFoldedInSpace, perspectiveAt } from './perspective.ts';
import { transitionAt } from './transitions/transition.ts';
import { countJumps, insideAt, valueAt } from '../resolve/tween.ts';
import { trailAt } from './trail.ts';

/** A matte at one moment. */
export interface ActiveMatte {
  readonly matte: Matte;
  /** Seconds since the matte began. */
  readonly time: Seconds;
}

/** A blur along a movement over the frame. */
export interface LayerSmear extends Smear {
  /** True if the layer fills the frame. It is then mirrored beyond the frame, so that it still does. */
  readonly isMirrored: boolean;
}

/** One thing that is drawn in one frame. All numbers are final. */
export interface Layer {
  readonly clip: VisualClip;
  /** The placement before the matrix applies. */
  readonly placement: Placement;
  /** The transform from points of the placement to points of the output. */
  readonly matrix: Matrix;
  /** The look in space: a transform of points of the placement, before the matrix applies. Absent for a flat layer. */
  readonly perspective?: Homography;
  /**
   * The revealed columns of the visible rectangle, as fractions of its width from the left, before the matrix
   * applies.
   */
  readonly columns: { readonly from: number; readonly to: number };
  /** The soft edge over the visible rectangle, before the matrix applies. Absent if there is no wipe. */
  readonly wipe?: Wipe;
  /** The blur along a movement over the frame, after everything else. Absent if there is none. */
  readonly smear?: LayerSmear;
  /** What surrounds the picture. Absent if nothing does. */
  readonly rim?: LayerRim;
  /** The shape that shows or hides parts of the visible rectangle. Absent if there is none. */
  readonly cover?: Cover;
  /** The wipe over the visible rectangle by the brightness of a picture. Absent if there is none. */
  readonly luma?: LumaWipe;
  /** The change of all pixels, after everything else. Absent if there is none. */
  readonly change?: PixelChange;
  /**
   * The mattes that apply in this frame. The opacity of each pixel is multiplied by the coverage of every
   * matte.
   */
  readonly mattes: readonly ActiveMatte[];
  /**
   * The rectangle that would be visible without a crop, before the matrix applies. Mattes are stretched to
   * fill it.
   */
  readonly uncropped: Rect;
  /** More than 0, at most 1. */
  readonly opacity: number;
  /** The layer while the shutter is open, from its first moment to its last. Absent if it is not blurred by its movement. */
  readonly trail?: readonly Layer[];
  /** The clip that this layer dissolves into, and the share of that clip, 0 to 1. Absent if there is none. */
  readonly dissolve?: { readonly into: string; readonly share: number };
  /** Seconds since the clip began. */
  readonly time: Seconds;
}

/**
 * Returns the visible layers of an output frame, the lowest first. Pure.
 *
 * @param frame Index of the frame, from 0 to one less than the number of frames of the timeline.
 */
export function sceneAt(timeline: ResolvedTimeline, frame: number): Layer[] {
  return raisePages(
    timeline.visualClips
      .filter((clip) => clip.from <= frame && frame < clip.to)
      .map((clip) => layerAt(clip, frame, timeline))
      .filter(isVisible),
  );
}

/** Puts each page that turns from one clip to the next on top of that one. */
function raisePages(layers: Layer[]): Layer[] {
  for (let index = 0; index + 1 < layers.length; index++) {
    // The casts are safe because both are in the list.
    const [page, next] = [layers[index] as Layer, layers[index + 1] as Layer];
    const [exit, entry] = [page.clip.transition.out, next.clip.transition.in];
    if (exit?.kind !== 'pageTurn' || entry?.kind !== 'pageTurn' || !entry.isCovered) continue;
    [layers[index], layers[index + 1]] = [next, page];
    index++;
  }
  return layers;
}

function isVisible({ opacity, columns, placement: { visible } }: Layer): boolean {
  return opacity > 0 && columns.to > columns.from && visible.width > 0 && visible.height > 0;
}

/** Pixels by which a layer may miss an edge of the frame that it fills. */
const NEAR = 0.5;

/** The part of an effect that a clip shows unless it says otherwise. */
const WHOLE = { from: 0, to: 1 };

/** The rate of a timeline, and its size in pixels. */
type SceneTimeline = Pick<ResolvedTimeline, 'rate' | 'width' | 'height'>;

/** Returns the layer of a clip in one of its frames, even if it is invisible. Pure. */
export function layerAt(clip: VisualClip, frame: number, timeline: SceneTimeline): Layer {
  const time = timeAtFrame(frame - clip.from, timeline.rate);
  const layer = layerAtTime(clip, frame, time, timeline);
  const open = clip.shutter === undefined ? 0 : insideAt(clip.shutter, time) / 360;
  if (open <= 0) return layer;
  const length = timeAtFrame(clip.to - clip.from, timeline.rate);
  const momentAt = (frames: number): Seconds => {
    const moment = time.add(toSeconds(Number((frames / timeline.rate.valueOf()).toFixed(9))));
    return earlierOf(length, laterOf(ZERO, moment));
  };
  const trail = trailAt(
    open,
    (frames) => layerAtTime(clip, frame, momentAt(frames), timeline),
    (frames) => describeJumps(clip, momentAt(frames), timeline),
  );
  return trail ? { ...layer, trail } : layer;
}

/** Counts the jumps of what moves a clip until a time. The gaps of its path count, too. */
function describeJumps(clip: VisualClip, time: Seconds, canvas: PixelSize): string {
  const { scale, offset, crop, angle, skew, motion, perspective } = clip;
  const { corners = [], tilt = 0, turn = 0, fieldOfView = 0 } = perspective ?? {};
  const points = [offset, skew, ...corners].flatMap(({ x, y }) => [x, y]);
  const inSpace = [tilt, turn, fieldOfView];
  const numbers = [scale, angle, motion?.progress ?? 0, ...Object.values(crop), ...points, ...inSpace];
  const counts = numbers.map((number) => countJumps(number, time));
  return [...counts, motion ? motionAt(motion, time, canvas).gaps : 0].join();
}

/**
 * Returns the layer of a clip as it is placed at a time. What moves in its source, as a video does, and the camera that
 * follows it are those of the frame.
 *
 * @param time seconds since the start of the clip.
 */
function layerAtTime(clip: VisualClip, frame: number, time: Seconds, timeline: SceneTimeline): Layer {
  const left = timeAtFrame(clip.to - clip.from, timeline.rate)
    .sub(time)
    .valueOf();
  const since = time.valueOf();
  const { from, to } = clip.effectPart ?? WHOLE;
  const effect = effectAt(
    clip.effect,
    from + ((to - from) * since) / (since + left),
    fittedSizeOf(clip, timeline),
    viewportOf(clip, timeline),
  );
  const isInner = hidesOverflow(clip) && (effect.isInner || clip.box !== undefined);
  const dissolve = dissolveAt(clip, left);
  const motion = combineMotions([
    ...transitionsAt(clip, since, dissolve ? Infinity : left),
    ...(isInner ? [] : [motionOf(effect)]),
  ]);
  const shown = timeAtFrame(frame - clip.from, timeline.rate);
  const geometry = placementAt(clip, { time, shown }, isInner ? effect : undefined, timeline);
  const { placement, centre, uncropped } = geometry;
  const matrix = matrixAt(clip, time, motion, centre, timeline);
  const rim = rimAt(clip, time, scaleAt(clip, time));
  const perspective = clip.perspective && perspectiveAt(clip.perspective, time, uncropped, timeline);
  const opacity = clampOpacity(valueAt(clip.opacity, time)) * motion.opacity;
  return {
    clip,
    placement,
    matrix,
    ...(perspective && { perspective }),
    ...revealAndWipeOf(motion, clip.flip.horizontal),
    ...(motion.smear && {
      smear: { ...motion.smear, isMirrored: !perspective && fillsFrame(placement, matrix, timeline) },
    }),
    ...changesOf(motion),
    ...(rim && { rim }),
    mattes: mattesAt(clip, frame, timeline),
    uncropped,
    opacity: isFoldedInSpace({ clip, perspective }) ? 0 : opacity,
    ...(dissolve && { dissolve }),
    time: shown,
  };
}

/** Returns the transitions of a moment that change pixels in place. */
function changesOf({ cover, luma, change }: Motion): Pick<Layer, 'cover' | 'luma' | 'change'> {
  return { ...(cover && { cover }), ...(luma && { luma }), ...(change && { change }) };
}

/** True if the visible rectangle of a layer has all corners of the frame in it. */
function fillsFrame({ visible }: Placement, matrix: Matrix, { width, height }: PixelSize): boolean {
  const inverse = invertMatrix(matrix);
  if (!inverse) return false;
  return [0, width].every((x) =>
    [0, height].every((y) => {
      const place = mapPoint(inverse, x, y);
      const across = place.x - visible.x;
      const down = place.y - visible.y;
      return Math.min(across, down, visible.width - across, visible.height - down) > -NEAR;
    }),
  );
}

/** Returns the dissolve of a clip, if it has begun. @param left Seconds until the end of the clip. */
function dissolveAt({ dissolvesInto: into, transition }: VisualClip, left: number): Layer['dissolve'] {
  const { out } = transition;
  if (into === undefined || !out || left >= out.seconds) return undefined;
  return { into, share: 1 - transitionAt('out', out, 1 - left / out.seconds).opacity };
}

function mattesAt(
  { mattes = [] }: VisualClip,
  frame: number,
  { rate }: Pick<ResolvedTimeline, 'rate'>,
): ActiveMatte[] {
  return mattes
    .filter(({ from, to }) => from <= frame && frame < to)
    .map((matte) => ({ matte, time: timeAtFrame(frame - matte.from, rate) }));
}

/**
 * Returns the reveal and the wipe of a layer. A mirrored layer is revealed and wiped from the same side as
 * other layers.
 */
function revealAndWipeOf({ reveal, wipe }: Motion, isMirrored: boolean): Pick<Layer, 'columns' | 'wipe'> {
  if (!isMirrored) return { columns: { from: 0, to: reveal }, ...(wipe && { wipe }) };
  return {
    columns: { from: 1 - reveal, to: 1 },
    ...(wipe && { wipe: { left: wipe.right, right: wipe.left } }),
  };
}

/**
 * Returns the motions of the transitions of a clip at one moment.
 *
 * @param since Seconds since the start of the clip.
 * @param left Seconds until the end of the clip.
 */
function transitionsAt({ transition }: VisualClip, since: number, left: number): Motion[] {
  const { in: entry, out: exit } = transition;
  return [
    ...(entry && since < entry.seconds ? [transitionAt('in', entry, since / entry.seconds)] : []),
    ...(exit && left < exit.seconds ? [transitionAt('out', exit, 1 - left / exit.seconds)] : []),
  ];
}

/** Returns the motion of an effect that moves the whole clip. */
function motionOf({ scale, x, y }: EffectMotion): Motion {
  return { ...NO_MOTION, scale, x, y };
}

/** @param shown the second of the clip whose picture is seen at the time. */
function placementAt(
  clip: VisualClip,
  { time, shown }: { readonly time: Seconds; readonly shown: Seconds },
  innerMotion: EffectMotion | undefined,
  output: Pick<ResolvedTimeline, 'rate' | 'width' | 'height'>,
): LayerGeometry {
  const { offset, crop } = clip;
  const focus = focusAt(clip, shown, output.rate);
  return placeClip(
    clip,
    {
      scale: scaleAt(clip, time),
      offset: { x: valueAt(offset.x, time), y: valueAt(offset.y, time) },
      crop: cropAt(crop, time),
      ...(innerMotion && { innerMotion }),
      ...(focus && { focus }),
    },
    output,
  );
}

function scaleAt({ scale }: VisualClip, time: Seconds): number {
  return Math.max(0, valueAt(scale, time));
}

/** Returns the point of the picture that the camera of a clip looks at. */
function focusAt({ camera, visual }: VisualClip, time: Seconds, rate: Rate): CameraPlace | undefined {
  if (!camera) return undefined;
  const moment = visual.kind === 'video' ? sourceMomentOf(visual, time, rate) : { time: ZERO, lead: ZERO };
  return cameraAt(camera, moment);
}

function matrixAt(
  { flip, skew, angle, motion: path, offset }: VisualClip,
  time: Seconds,
  motion: Motion,
  centre: LayerGeometry['centre'],
  output: PixelSize,
): Matrix {
  const place = path && motionAt(path, time, output);
  // The path takes the place of the position, to which the offset is added.
  const moved = place
    ? {
        x: place.x + valueAt(offset.x, time) * output.width - centre.x,
        y: place.y - valueAt(offset.y, time) * output.height - centre.y,
      }
    : { x: 0, y: 0 };
  return matrixOf(
    {
      flip,
      scale: motion.scale,
      skew: { x: valueAt(skew.x, time), y: valueAt(skew.y, time) },
      angle: valueAt(angle, time) + motion.angle + (place?.angle ?? 0),
      move: { x: motion.x * output.width + moved.x, y: -motion.y * output.height + moved.y },
    },
    centre,
  );
}

function clampOpacity(opacity: number): number {
  return Math.min(1, Math.max(0, opacity));
}
