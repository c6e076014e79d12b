import { isEverChanged, isEverSmeared, isStationary } from '../../scene/clip-motion.ts';
import { combineHomographies, type Homography } from '../../scene/homography.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import type { Matrix } from '../../scene/matrix.ts';
import { type PixelSize, type Rect, roundRect, scaleSize } from '../../scene/placement.ts';
import { scaleRim } from '../../scene/rim.ts';
import type { Layer } from '../../scene/scene.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';

/** The placement on a surface of the canvas that a layer lies on. */
export interface CanvasPlacement {
  /** Size of the canvas in pixels of its own. */
  readonly canvas: PixelSize;
  /** Pixels of the surface per pixel of the canvas. */
  readonly scale: number;
  /** The top left corner of the canvas on the surface, in whole pixels. */
  readonly origin: { readonly x: number; readonly y: number };
  /** The part of the surface that the canvas may change. Absent for the whole surface. */
  readonly within?: PixelRect;
}

/** Converts a layer from pixels of its canvas to those of the surface. */
export function placeOnSurface(layer: Layer, canvas: CanvasPlacement): Layer {
  const {
    scale,
    origin: { x, y },
  } = canvas;
  if (scale === 1 && x === 0 && y === 0) return layer;
  const place = (rect: Rect): Rect => ({
    ...scaleSize(rect, scale),
    x: scale * rect.x + x,
    y: scale * rect.y + y,
  });
  const { placement, matrix, perspective, uncropped, rim, trail } = layer;
  return {
    ...layer,
    placement: { whole: place(placement.whole), visible: place(placement.visible) },
    uncropped: place(uncropped),
    ...(rim && { rim: scaleRim(rim, scale) }),
    ...(trail && { trail: trail.map((moment) => placeOnSurface(moment, canvas)) }),
    ...(perspective && { perspective: moveOrigin(perspective, scale, x, y) }),
    matrix: {
      ...matrix,
      e: scale * matrix.e + x - matrix.a * x - matrix.c * y,
      f: scale * matrix.f + y - matrix.b * x - matrix.d * y,
    },
  };
}

/** Converts a transform of pixels of a canvas to one of pixels of the surface. */
function moveOrigin(transform: Homography, scale: number, x: number, y: number): Homography {
  const placed = combineHomographies([scale, 0, x, 0, scale, y, 0, 0, 1], transform);
  return combineHomographies(placed, [1 / scale, 0, -x / scale, 0, 1 / scale, -y / scale, 0, 0, 1]);
}

/**
 * Returns the placement of a group's canvas if its clips can be painted directly on the surface: pixel on pixel, in one
 * place for the whole clip, with nothing that applies to the group as one picture except its opacity. The clips then
 * look exactly as without a group.
 *
 * @param layer the layer of the group on the surface.
 * @param outer the canvas that the group lies on.
 * @param isDissolved true if another clip dissolves into the group.
 */
export function findDirectPlacement(
  { clip, placement: { whole, visible }, matrix }: Layer,
  outer: CanvasPlacement,
  isDissolved: boolean,
): (CanvasPlacement & { readonly within: PixelRect }) | undefined {
  const { visual, filter, filters, rim, blend, mattes, dissolvesInto } = clip;
  if (visual.kind !== 'group' || filter || filters || rim || blend || mattes) return undefined;
  if (dissolvesInto !== undefined || isDissolved) return undefined;
  // Its clips are mixed with each other only, and such transitions are measured by the canvas of their group.
  const needsOwn = (inner: VisualClip): boolean =>
    inner.blend !== undefined || isEverSmeared(inner) || isEverChanged(inner);
  if (visual.clips.some(needsOwn)) return undefined;
  if (!isStationary(clip) || !isIdentity(matrix)) return undefined;
  const { scale } = outer;
  const canvas = roundRect(whole);
  const within = roundRect(visible);
  const size = scaleSize(visual, scale);
  if (!isNear(size, whole)) return undefined;
  const { width, height } = visual;
  return { canvas: { width, height }, scale, origin: { x: canvas.x, y: canvas.y }, within };
}

function isIdentity({ a, b, c, d, e, f }: Matrix): boolean {
  return a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0;
}

/** Pixels by which numbers differ at most because of rounding. */
const ROUNDING = 1e-6;

function isNear(one: PixelSize, other: PixelSize): boolean {
  return Math.abs(one.width - other.width) < ROUNDING && Math.abs(one.height - other.height) < ROUNDING;
}
