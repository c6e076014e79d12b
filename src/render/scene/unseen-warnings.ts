import type { AnimatedNumber } from '../resolve/animated-number.ts';
import type { GraphicVisual, ResolvedTimeline, VisualClip } from '../resolve/timeline.ts';
import { listCanvases } from './canvases.ts';
import { describeUnseen } from './describe-unseen.ts';
import { findUnseen, FrameBudget, type ScenePicture } from './find-unseen.ts';
import {
  drawnBoxOf,
  expandRect,
  isGraphic,
  type PixelSize,
  type Rect,
  shapeSizeOf,
  viewportOf,
} from './placement.ts';

type Warning = ResolvedTimeline['warnings'][number];

/** The clips of an edit in its picture. */
export interface UnseenCheck extends ScenePicture {
  readonly visualClips: readonly VisualClip[];
  /** The frames that are rendered. Absent if that is not known yet. */
  readonly range?: { readonly from: number; readonly to: number };
}

/** Options for one clip. */
export interface UnseenOptions {
  /** The area that contains everything it draws, in pixels of its box. Default: that of {@link drawnAreaOf}. */
  readonly area?: Rect;
  /** The part of this area that matters: without shadows, and with its letters at rest. */
  readonly ink?: Rect;
  /** False if the size of the clip is not known yet, so that it may be farther away. Default: true. */
  readonly isExact?: boolean;
}

/** An area that contains everything, for texts that reach out of their box. */
const EVERYWHERE: Rect = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 };
/** The distance in pixels that captions may extend beyond their box. */
const CAPTION_BLEED = 200;

/** True if a clip shows letters. `overflowWarnings` checks these clips, because it knows where their letters are. */
export function showsLetters({ visual }: VisualClip): boolean {
  if (!isGraphic(visual)) return false;
  if (visual.kind !== 'drawn') return true;
  const { type } = visual.asset;
  return type === 'text' || type === 'rich-text' || type === 'title';
}

/**
 * Warns of clips without letters that are never visible: outside the picture for their whole life, transparent or
 * without a size. Clips that are not rendered get no warning.
 */
export function unseenWarnings(check: UnseenCheck): Warning[] {
  const budget = new FrameBudget();
  return listCanvases(check).flatMap(({ visualClips, range, ...picture }) =>
    visualClips.flatMap((clip) => {
      const isRendered = !range || (clip.from < range.to && clip.to > range.from);
      return isRendered && !showsLetters(clip) ? warnIfUnseen(clip, picture, budget) : [];
    }),
  );
}

/** Warns of a clip that is never visible. */
export function warnIfUnseen(
  clip: VisualClip,
  picture: ScenePicture,
  budget: FrameBudget,
  { area, ink, isExact }: UnseenOptions = {},
): Warning[] {
  if (clip.to <= clip.from) return [];
  const shown =
    area ?? (isGraphic(clip.visual) ? drawnAreaOf(clip.visual, viewportOf(clip, picture)) : undefined);
  const unseen = findUnseen(clip, picture, budget, shown);
  if (!unseen || (unseen.kind === 'cropped' && hidesAll(clip.crop))) return [];
  // The ink is within the area, so it is just as invisible.
  const described = (ink && findUnseen(clip, picture, budget, ink)) ?? unseen;
  const { path, text } = describeUnseen(described, clip, picture, isExact);
  return [{ field: path === '' ? clip.field : `${clip.field}.${path}`, text }];
}

/** True for a crop that hides any picture. It has a warning of its own. */
function hidesAll({ top, bottom, left, right }: VisualClip['crop']): boolean {
  const sum = (one: AnimatedNumber, other: AnimatedNumber): number =>
    typeof one === 'number' && typeof other === 'number' ? one + other : 0;
  return sum(top, bottom) >= 1 || sum(left, right) >= 1;
}

/**
 * Returns an area that contains everything that a graphic draws, in pixels of its box, without laying out its
 * text.
 *
 * @param frame size of the viewport in pixels.
 */
function drawnAreaOf(visual: GraphicVisual, frame: PixelSize): Rect {
  if (visual.kind !== 'drawn') {
    const { width, height } = frame;
    return expandRect({ x: 0, y: 0, ...frame }, CAPTION_BLEED + Math.max(width, height) / 2);
  }
  const { asset } = visual;
  const box = drawnBoxOf(asset, frame);
  if (asset.type === 'rich-text') return EVERYWHERE;
  if (asset.type === 'shape') {
    const { width, height } = shapeSizeOf(asset);
    const shape = { x: (box.width - width) / 2, y: (box.height - height) / 2, width, height };
    return expandRect(shape, (asset.stroke?.width ?? 0) / 2);
  }
  if (asset.type !== 'text') return { x: 0, y: 0, ...box };
  // Accents and descenders extend beyond the lines by a font size at most.
  const size = asset.font?.size ?? LARGEST_DEFAULT;
  return expandRect({ x: 0, y: 0, ...box }, size + (asset.stroke?.width ?? 0));
}

/** A font size in pixels that is at least as large as any default. */
const LARGEST_DEFAULT = 100;
