import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import type { Dialect } from '../dialect.ts';
import { formatPath } from '../problems/problem.ts';
import type { Asset, Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';
import type { RichTextAsset } from '../schema/text/rich-text-asset.ts';
import type { TextAsset } from '../schema/text/text-asset.ts';
import type { Facts } from './rule.ts';
import { type ClipInterval, isShown, measureTrack } from './track-rules.ts';
import type { Warning } from './warning.ts';

/**
 * The part of a clip that must be hidden, so that the clip counts as hidden. It is less than the whole, because
 * the background of an edit often ends a little before its texts.
 */
const HIDDEN_PART = 0.9;

/** Maximum number of clips to compare with each other, so that a huge edit is still checked fast. */
const MAX_COMPARED = 1000;

/**
 * Finds the sign that an edit was written for the other dialect (contract C45): a clip on the topmost track fills the
 * picture and hides clips of other tracks from their start to their end.
 */
export function findWrongStacking(_: Edit, { clips, times, dialect, findAlpha }: Facts): Warning[] {
  // A group may have any clips on top of each other.
  const outer = clips.filter(({ group }) => !group);
  const shown = measureTrack(outer, times).lasting.filter(isShown);
  // The clips come in the order of their tracks.
  const top = shown.at(dialect === 'interface' ? -1 : 0)?.location.track;
  if (outer.some(({ clip, track }) => track === top && clip.asset.type === 'luma')) return [];
  const covers = shown
    .filter(({ location }) => location.track === top && fillsPicture(location.clip, findAlpha))
    .slice(0, MAX_COMPARED);
  const below = shown.filter(({ location }) => location.track !== top).slice(0, MAX_COMPARED);
  const hidden = below.filter((clip) => isHiddenBy(covers, clip));
  // The pictures of a video with sound may be covered on purpose, while its sound goes on.
  const isUnlikely = hidden.length === below.length || hidden.some(({ location }) => !mayBeHeard(location));
  const [[cover], [first, ...others]] = [covers, hidden];
  if (!cover || !first || !isUnlikely) return [];
  const more = ['', ' and another clip'][others.length] ?? ` and ${others.length} other clips`;
  const text = `This clip fills the picture and hides ${formatPath(clipPathOf(first.location))}${more} from start to end, because ${REASONS[dialect]} (header x-kinora-dialect, option --dialect).`;
  return [{ field: formatPath(clipPathOf(cover.location)), text }];
}

const REASONS: Readonly<Record<Dialect, string>> = {
  interface:
    'the last track is on top. If the edit was written for Shotstack, where the first track is on top, set the dialect "shotstack"',
  shotstack:
    'the dialect "shotstack" draws the first track on top. If the last track belongs on top, set the dialect "interface"',
};

/** True if the covers hide nearly all of a clip. The covers of one track hardly overlap. */
function isHiddenBy(covers: readonly ClipInterval[], { start, end }: ClipInterval): boolean {
  const hidden = covers.reduce(
    (sum, cover) => sum + Math.max(0, Math.min(end, cover.end) - Math.max(start, cover.start)),
    0,
  );
  return hidden >= (end - start) * HIDDEN_PART;
}

function mayBeHeard({ clip: { asset } }: ClipLocation): boolean {
  return asset.type === 'video' && asset.volume !== 0;
}

/** True if nothing under a clip shows. False in case of doubt. */
function fillsPicture(clip: Clip, findAlpha: Facts['findAlpha']): boolean {
  const { fit = 'crop', opacity = 1, scale = 1, asset } = clip;
  return (
    (fit === 'crop' || fit === 'follow' || fit === 'cover') &&
    opacity === 1 &&
    typeof scale === 'number' &&
    scale >= 1 &&
    isPlain(clip) &&
    isInPlace(clip) &&
    (isOpaque(asset, findAlpha) || hasFullBackground(asset))
  );
}

/** True if a clip is not mixed with what is below it, and has its corners. */
function isPlain({ blend = 'normal', corners = 0 }: Clip): boolean {
  return blend === 'normal' && [corners].flat().every((radius) => radius === 0);
}

/** True if the box of a clip is the picture, and the clip is neither moved nor turned. */
function isInPlace({ offset, transform, width, height, motion, perspective }: Clip): boolean {
  const { rotate, skew } = transform ?? {};
  const shifts = [offset?.x, offset?.y, rotate?.angle, skew?.x, skew?.y];
  return (
    motion === undefined &&
    perspective === undefined &&
    hasNoSize({ width, height }) &&
    shifts.every((shift) => shift === undefined || shift === 0)
  );
}

function hasNoSize({ width, height }: { width?: number | undefined; height?: number | undefined }): boolean {
  return width === undefined && height === undefined;
}

/** True for a text or a page whose opaque background fills the viewport. */
function hasFullBackground(asset: Asset): boolean {
  if (asset.type === 'rich-text') return isFullBackground(asset);
  if (asset.type === 'text') return hasNoSize(asset) && isFullBackground(asset);
  if (asset.type !== 'html' || asset.background === undefined) return false;
  return hasNoSize(asset) && asset.background.length <= OPAQUE_COLOR_LENGTH;
}

/** True for an opaque background that is as large as its box. */
function isFullBackground({ background, animation }: TextAsset | RichTextAsset): boolean {
  const { color, opacity = 1, borderRadius = 0, wrap = false } = background ?? {};
  return color !== undefined && opacity === 1 && borderRadius === 0 && !wrap && animation === undefined;
}

/** Length of `#RRGGBB`. A longer colour, `#AARRGGBB`, may be translucent. */
const OPAQUE_COLOR_LENGTH = '#RRGGBB'.length;

function isOpaque(asset: Asset, findAlpha: Facts['findAlpha']): boolean {
  if ('cutout' in asset && asset.cutout !== undefined) return false;
  if (asset.type === 'image')
    return asset.crop === undefined && !(findAlpha(asset.src) ?? !OPAQUE_IMAGE.test(pathOf(asset.src)));
  if (asset.type === 'text-to-image' || asset.type === 'image-to-video') return asset.crop === undefined;
  if (asset.type !== 'video' || asset.crop !== undefined || asset.chromaKey !== undefined) return false;
  return !(findAlpha(asset.src) ?? VIDEO_WITH_ALPHA.test(pathOf(asset.src)));
}

/** Matches the path of an image in a format without transparency. */
const OPAQUE_IMAGE = /\.(jpe?g|bmp)$/i;
/** Matches the path of a video in a format that may have transparency. */
const VIDEO_WITH_ALPHA = /\.(webm|mov|mkv|gif|apng|webp)$/i;

function pathOf(src: string): string {
  return URL.parse(src)?.pathname ?? src;
}
