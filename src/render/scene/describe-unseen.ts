import type { AnimatedNumber } from '../resolve/animated-number.ts';
import type { VisualClip } from '../resolve/timeline.ts';
import { lifeOf, type ScenePicture, type Unseen } from './find-unseen.ts';
import type { PixelSize, Rect } from './placement.ts';

/** A sentence about a clip that is never visible, and the field that makes it visible. */
export interface UnseenRemark {
  /** Path from the clip to the field: `offset.y`. Empty for the clip itself. */
  readonly path: string;
  readonly text: string;
}

/** The words for one axis of the picture. */
const AXES = {
  x: { before: 'to the left of the left edge', after: 'to the right of the right edge' },
  y: { before: 'above the upper edge', after: 'below the lower edge' },
} as const;
const MOVES = {
  x: '"offset.x" moves it to the right, in widths of the output.',
  y: '"offset.y" moves it up, in heights of the output.',
} as const;
/** Maximum offset in either direction. */
const MAX_OFFSET = 10;

type Axis = keyof typeof AXES;

/**
 * Describes why a clip is never visible, and how to make it visible.
 *
 * @param isExact false if the size of the clip is not known yet, so that it may be farther away.
 */
export function describeUnseen(
  unseen: Unseen,
  clip: VisualClip,
  picture: ScenePicture,
  isExact = true,
): UnseenRemark {
  const life = `for all of its ${formatNumber(lifeOf(clip, picture))} s`;
  switch (unseen.kind) {
    case 'transparent':
      return {
        path: 'opacity',
        text: `The clip is invisible ${life}, because its opacity is 0. Set it to more than 0.`,
      };
    case 'empty':
      return {
        path: 'scale',
        text: `The clip is invisible ${life}, because its scale is 0. Set it to more than 0.`,
      };
    case 'cropped':
      return {
        path: 'asset.crop',
        text: `The clip is invisible ${life}, because its crop and its fit together leave nothing of the picture. Crop less, or choose the fit "contain".`,
      };
    case 'outside':
      return describeOutside(unseen, clip, picture, `The clip lies outside the picture ${life}`, isExact);
  }
}

function describeOutside(
  { nearest, offset, isSteady }: Extract<Unseen, { kind: 'outside' }>,
  clip: VisualClip,
  picture: PixelSize,
  start: string,
  isExact: boolean,
): UnseenRemark {
  const places = (['x', 'y'] as const).flatMap((axis) => placeBeside(nearest, picture, axis));
  const far = isSteady ? 'it is' : 'it stays';
  const where = places.map(
    ({ axis, side, pixels }) => `${formatGap(pixels, !isSteady || !isExact)} ${AXES[axis][side]}`,
  );
  const axes = places.map(({ axis }) => axis);
  const place =
    where.length === 0 ? `${far} beyond a corner of the picture` : `${far} ${where.join(' and ')}`;
  const { path, advice } = adviseOffset(
    clip,
    { nearest, offset },
    picture,
    axes.length === 0 ? ['x', 'y'] : axes,
  );
  return { path, text: `${start}: ${place}. ${advice}` };
}

/** Returns the edge of the picture that a rectangle lies beyond, and its distance from it. */
function placeBeside(
  rect: Rect,
  picture: PixelSize,
  axis: Axis,
): { readonly axis: Axis; readonly side: 'before' | 'after'; readonly pixels: number }[] {
  const { from, size, room } = alongAxis(rect, picture, axis);
  if (from + size <= 0.01) return [{ axis, side: 'before', pixels: Math.max(0, -(from + size)) }];
  return from >= room - 0.01 ? [{ axis, side: 'after', pixels: Math.max(0, from - room) }] : [];
}

function alongAxis(
  { x, y, width, height }: Rect,
  picture: PixelSize,
  axis: Axis,
): { readonly from: number; readonly size: number; readonly room: number } {
  return axis === 'x'
    ? { from: x, size: width, room: picture.width }
    : { from: y, size: height, room: picture.height };
}

/** Says which offsets show the clip. If no offset moves it, names the other fields that place it. */
function adviseOffset(
  clip: VisualClip,
  { nearest, offset: at }: Pick<Extract<Unseen, { kind: 'outside' }>, 'nearest' | 'offset'>,
  picture: PixelSize,
  axes: readonly Axis[],
): { readonly path: string; readonly advice: string } {
  const own = titleOffsetOf(clip);
  const moved = axes.filter((axis) => isMoved(clip.offset[axis]));
  const movedByAsset = axes.filter((axis) => isMoved(own[axis]));
  const isOfAsset = moved.length === 0 && movedByAsset.length > 0;
  const given = isOfAsset ? movedByAsset : moved;
  const [first] = given;
  if (first === undefined) {
    const turned = [clip.angle, clip.skew.x, clip.skew.y].some(isMoved) ? ', or its "transform"' : '';
    return { path: '', advice: `Change its "position", its size or its "offset"${turned}.` };
  }
  const offset = isOfAsset ? own : clip.offset;
  const prefix = isOfAsset ? 'asset.offset' : 'offset';
  const owner = isOfAsset ? ' of the asset' : '';
  const ways = given.map((axis) => {
    const range = rangeInside((isOfAsset ? own : at)[axis], nearest, picture, axis);
    return typeof offset[axis] === 'number'
      ? `Set "offset.${axis}"${owner} to ${range}.`
      : `Let the tweens of "offset.${axis}"${owner} reach ${range}.`;
  });
  const moves = given.map((axis) => MOVES[axis]);
  return {
    path: given.length === 1 ? `${prefix}.${first}` : prefix,
    advice: [...moves, ...ways].join(' '),
  };
}

/**
 * Returns the offsets with which a clip lies inside the picture, or covers it if it is larger.
 *
 * @param offset the offset with which it lies in the rectangle.
 */
function rangeInside(offset: number, rect: Rect, picture: PixelSize, axis: Axis): string {
  const { from, size, room } = alongAxis(rect, picture, axis);
  const sign = axis === 'x' ? 1 : -1;
  const ends = [-from / room, (room - size - from) / room].map((change) => offset + sign * change);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const low = Math.max(-MAX_OFFSET, Math.ceil(least * 1000 - 1e-6) / 1000);
  const high = Math.min(MAX_OFFSET, Math.floor(most * 1000 + 1e-6) / 1000);
  if (low >= high) return formatNumber((least + most) / 2);
  return `a value from ${formatNumber(low)} to ${formatNumber(high)}`;
}

/** Returns the offset of a title itself, which moves its letters. */
function titleOffsetOf({ visual }: VisualClip): { readonly x: number; readonly y: number } {
  const offset = visual.kind === 'drawn' && visual.asset.type === 'title' ? visual.asset.offset : undefined;
  const { x = 0, y = 0 } = offset ?? {};
  // The letters of a title with an animated offset are not compared with the picture.
  return { x: typeof x === 'number' ? x : 0, y: typeof y === 'number' ? y : 0 };
}

function isMoved(value: AnimatedNumber): boolean {
  return value !== 0;
}

function formatGap(pixels: number, isLeast: boolean): string {
  const rounded = Math.round(pixels);
  if (rounded === 0) return 'just';
  return isLeast ? `at least ${rounded} px` : `${rounded} px`;
}

/** Formats seconds or an offset, rounded to 3 decimal places. Never returns `-0`. */
function formatNumber(value: number): string {
  return String(Number(value.toFixed(3)) + 0);
}
