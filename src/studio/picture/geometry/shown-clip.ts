import { toRate } from '../../../base/time.ts';
import { FITS, POSITIONS } from '../../../edit/schema/values.ts';
import { type AnimatedNumber, toAnimatedNumber } from '../../../render/resolve/animated-number.ts';
import { resolveMotion } from '../../../render/resolve/movement/motion-path.ts';
import type { DrawnAsset, Visual, VisualClip } from '../../../render/resolve/timeline.ts';
import { resolveTransitions } from '../../../render/resolve/transitions.ts';
import { valueAt } from '../../../render/resolve/tween.ts';
import { mapPoint } from '../../../render/scene/matrix.ts';
import {
  fittedSizeOf,
  type PixelSize,
  type Rect,
  scaleSize,
  shapeSizeOf,
} from '../../../render/scene/placement.ts';
import { type Layer, layerAt } from '../../../render/scene/scene.ts';
import type { DraftAsset, DraftClip, JsonPath } from '../../document/edit-text.ts';
import type { ShownShape } from '../../document/shape-places.ts';
import { withFields } from '../../document/motion/cut-motion.ts';
import { readTweens } from '../../document/motion/cut-tweens.ts';
import { readAt } from '../../schema/walk-schema.ts';
import { readWrittenNumber, readPixels } from './relative-lengths.ts';

/** A point in pixels of the output, or in fractions of a rectangle. Positive y points down. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What decides how a clip looks besides the clip. */
export interface ShownFacts {
  /** Size of the output in pixels. */
  readonly canvas: PixelSize;
  readonly shape: ShownShape;
  /** Frames per second. */
  readonly rate: number;
  /** The frame of the timeline that is shown, the first one of the clip, and the one after its last. */
  readonly frame: number;
  readonly from: number;
  readonly to: number;
  /** Size of the clip's file in pixels. Undefined if it is unknown: then it counts as large as the output. */
  readonly natural: PixelSize | undefined;
  /** Part of the output in which a text in the middle has its letters, in fractions. Undefined if it is unknown. */
  readonly ink: Rect | undefined;
}

/** A clip on the picture at one moment. */
export interface ShownClip {
  /**
   * The clip with its place in the shown shape and the values of its placeholders, and without its tweens: they have
   * the values of this moment.
   */
  readonly clip: DraftClip;
  readonly facts: ShownFacts;
  readonly layer: Layer;
  /** The rectangle that is seen of it, before the matrix of the layer applies. */
  readonly bounds: Rect;
}

/** The places of the animated numbers that a change on the picture writes, with their defaults. */
export const PLACE_DEFAULTS: readonly { readonly path: JsonPath; readonly value: number }[] = [
  { path: ['scale'], value: 1 },
  { path: ['offset', 'x'], value: 0 },
  { path: ['offset', 'y'], value: 0 },
  { path: ['transform', 'rotate', 'angle'], value: 0 },
  ...(['top', 'bottom', 'left', 'right'] as const).map((side) => ({
    path: ['asset', 'crop', side],
    value: 0,
  })),
];

/** Types of assets that are drawn in their box. */
const DRAWN = [
  'text',
  'rich-text',
  'shape',
  'svg',
  'title',
  'html',
  'html5',
  'progress',
  'qr',
  'waveform',
  'caption',
  'rich-caption',
];
/** Types of assets that are pictures of files, also of those that are still to be generated. */
const PICTURES = ['video', 'image', 'lottie', 'image-to-video', 'text-to-image'];

/** True for an asset that is drawn in its box, so that its box may be much larger than what is seen. */
export function isDrawnInBox(asset: DraftAsset | undefined): boolean {
  return DRAWN.includes(asset?.type ?? '');
}

/** True for an asset that shows a picture of a file. */
export function isPicture(asset: DraftAsset | undefined): boolean {
  return PICTURES.includes(asset?.type ?? '');
}

/**
 * Places a clip by the code with which the engine places it.
 *
 * @param clip without placeholders, with its place in the shown shape.
 * @returns undefined for a clip without a picture.
 */
export function placeShown(clip: DraftClip, facts: ShownFacts): ShownClip | undefined {
  const visual = visualOf(clip, facts);
  if (!visual) return undefined;
  const { canvas } = facts;
  const resolved = resolvePlace(clip, visual, facts);
  const layer = layerAt(resolved, facts.frame, { ...canvas, rate: toRate(facts.rate) });
  const frozen = PLACE_DEFAULTS.flatMap(({ path, value: usual }) => {
    const given = readAt(clip, path);
    return Array.isArray(given) ? [{ path, value: valueAt(readAnimated(given, usual), layer.time) }] : [];
  });
  const bounds = boundsOf(clip, layer, valueAt(resolved.scale, layer.time), facts);
  return { clip: withFields(clip, frozen), facts, layer, bounds };
}

/**
 * Returns a clip as the engine resolves it, as far as its place depends on it.
 *
 * @param clip see {@link placeShown}.
 */
export function resolvePlace(
  clip: DraftClip,
  visual: Visual,
  { canvas, rate, from, to }: Pick<ShownFacts, 'canvas' | 'rate' | 'from' | 'to'>,
): VisualClip {
  const { fit, position, transition, effect } = clip;
  const given = <Name extends string>(names: readonly Name[], value: unknown, usual: Name): Name =>
    names.find((name) => name === value) ?? usual;
  const read = (path: JsonPath, usual = 0): AnimatedNumber => readAnimated(readAt(clip, path), usual);
  const width = readPixels(clip['width'], canvas);
  const height = readPixels(clip['height'], canvas);
  const crop = (side: string): AnimatedNumber => read(['asset', 'crop', side]);
  const effectName = typeof effect === 'string' ? effect : readAt(effect, ['name']);
  const path = readAt(clip, ['motion', 'path']);
  return {
    field: '',
    // The span has whole frames.
    ...({ from, to } as Pick<VisualClip, 'from' | 'to'>),
    visual,
    fit: fittedLike(given(FITS, fit, 'crop')),
    ...((width ?? height) !== undefined && {
      box: { ...(width !== undefined && { width }), ...(height !== undefined && { height }) },
    }),
    crop: { top: crop('top'), bottom: crop('bottom'), left: crop('left'), right: crop('right') },
    scale: read(['scale'], 1),
    position: given(POSITIONS, position, 'center'),
    offset: { x: read(['offset', 'x']), y: read(['offset', 'y']) },
    opacity: read(['opacity'], 1),
    angle: read(['transform', 'rotate', 'angle']),
    skew: { x: read(['transform', 'skew', 'x']), y: read(['transform', 'skew', 'y']) },
    flip: {
      horizontal: readAt(clip, ['transform', 'flip', 'horizontal']) === true,
      vertical: readAt(clip, ['transform', 'flip', 'vertical']) === true,
    },
    ...(typeof path === 'string' &&
      resolveMotion({ ...(clip['motion'] as object), path }, (to - from) / rate)),
    // The engine ignores names that it does not know.
    ...(typeof effectName === 'string' && { effect: effectName as NonNullable<VisualClip['effect']> }),
    transition: resolveTransitions(
      transition as Parameters<typeof resolveTransitions>[0],
      (to - from) / rate,
    ),
  };
}

/** Returns an animated number. The default stands for what is no number. */
function readAnimated(value: unknown, usual: number): AnimatedNumber {
  if (!Array.isArray(value)) return readWrittenNumber(value) ?? usual;
  if (!readTweens(value)) return usual;
  return toAnimatedNumber(value as Parameters<typeof toAnimatedNumber>[0], usual);
}

/** Returns what the placement has to know of the picture of a clip. Undefined if it has none. */
function visualOf({ asset = {} }: DraftClip, { canvas, natural = canvas }: ShownFacts): Visual | undefined {
  const { type = '' } = asset;
  if (isPicture(asset)) return { kind: 'still', media: { kind: 'still', path: '', ...natural } };
  if (type === 'group') {
    const { width, height } = asset;
    const side = (value: unknown, usual: number): number => readPixels(value, canvas) ?? usual;
    return {
      kind: 'group',
      clips: [],
      width: side(width, canvas.width),
      height: side(height, canvas.height),
    };
  }
  if (!isDrawnInBox(asset)) return undefined;
  // The placement reads only the type and the sizes of a drawn asset.
  return { kind: 'drawn', asset: withPixels(asset, canvas) as unknown as DrawnAsset, length: 0 };
}

/** Returns what decides the size of a drawn asset, in pixels. */
function withPixels({ type, shape, ...asset }: DraftAsset, canvas: PixelSize): object {
  const convert = (owner: object): object =>
    Object.fromEntries(
      Object.entries(owner).flatMap(([name, value]: [string, unknown]) => {
        const size = value instanceof Object ? convert(value) : readPixels(value, canvas);
        return size === undefined ? [] : [[name, size]];
      }),
    );
  const { width, height, rectangle, circle, line } = asset;
  // Captions have no size of their own, as a rich text.
  const isCaption = type === 'caption' || type === 'rich-caption';
  return {
    type: isCaption ? 'rich-text' : type,
    shape,
    ...convert({ width, height, rectangle, circle, line }),
  };
}

/** Returns what is seen of a clip: a shape in its box, the letters in theirs, or the visible part of a picture. */
function boundsOf(clip: DraftClip, layer: Layer, scale: number, { canvas, ink }: ShownFacts): Rect {
  const { whole, visible } = layer.placement;
  const { visual } = layer.clip;
  if (visual.kind === 'drawn' && visual.asset.type === 'shape') {
    const { width, height } = shapeSizeOf(visual.asset);
    const size = { width: width * scale, height: height * scale };
    return {
      x: whole.x + (whole.width - size.width) / 2,
      y: whole.y + (whole.height - size.height) / 2,
      ...size,
    };
  }
  if (!ink) return visible;
  const enlarged = whole.width / fittedSizeOf(layer.clip, canvas).width;
  const letters = scaleSize(
    { width: ink.width * canvas.width, height: ink.height * canvas.height },
    enlarged,
  );
  const middle = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 };
  return {
    ...(hasSide(clip, 'width', canvas)
      ? { x: visible.x, width: visible.width }
      : { x: middle.x + (ink.x - 0.5) * canvas.width * enlarged, width: letters.width }),
    ...(hasSide(clip, 'height', canvas)
      ? { y: visible.y, height: visible.height }
      : { y: middle.y + (ink.y - 0.5) * canvas.height * enlarged, height: letters.height }),
  };
}

/** True if a clip or its asset says how wide or how high its box is. */
export function hasSide(clip: DraftClip, side: 'width' | 'height', canvas: PixelSize): boolean {
  return [clip[side], clip.asset?.[side]].some((value) => readPixels(value, canvas) !== undefined);
}

/** Returns a point of the output. @param at place in the bounds of the clip, in fractions. */
export function pointOf({ layer, bounds }: ShownClip, { x, y }: Point): Point {
  return mapPoint(layer.matrix, bounds.x + x * bounds.width, bounds.y + y * bounds.height);
}

/** Returns the corners of a clip on the output, in order around it. */
export function cornersOf(shown: ShownClip): Point[] {
  return [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ].map((at) => pointOf(shown, at));
}

/** Returns the fit by which a clip is placed. One that follows a subject or is filled with blur is as large as its box. */
function fittedLike(fit: (typeof FITS)[number]): VisualClip['fit'] {
  if (fit === 'follow') return 'crop';
  return fit === 'blur' ? 'cover' : fit;
}
