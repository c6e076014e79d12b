import { listTweens } from '../clips/list-tweens.ts';
import type { Clip, GroupAsset } from '../schema/clip.ts';
import { weighFilters } from './weigh-filters.ts';

/** The part of a timeline that an output shows, in seconds, and the size of its frames in pixels. */
export interface ShownPart {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
}

/** The types of assets that always move. */
const MOVING_TYPES: readonly string[] = [
  'video',
  'luma',
  'image-to-video',
  'rich-caption',
  'html5',
  'progress',
  'waveform',
];
/** The types of assets that consist of letters. */
const LETTER_TYPES: readonly string[] = ['text', 'rich-text', 'rich-caption'];

/** True if the picture of a clip changes for most of its time. */
export function isMoving(clip: Clip): boolean {
  if (MOVING_TYPES.includes(clip.asset.type)) return true;
  if (clip.asset.type === 'group' && needsCanvas(clip) && hasMovingClip(clip.asset)) return true;
  return isAnimated(clip) || ('animation' in clip.asset && clip.asset.animation !== undefined);
}

/** True for a group that is drawn on a canvas of its own, because it is more than faded. */
export function needsCanvas({
  asset,
  scale,
  offset,
  transform,
  filter,
  filters,
  effect,
  motion,
  perspective,
  transition,
  ...clip
}: Clip): boolean {
  if (asset.type !== 'group') return false;
  const fields = [scale, offset, transform, filter, filters, effect, motion, perspective];
  const isChanged = fields.some((field) => field !== undefined) || hasRim(clip);
  if (isMixed(clip) || asset.tracks.some(({ clips }) => clips.some(isMixed))) return true;
  const steps = [transition?.in ?? 'none', transition?.out ?? 'none'];
  return isChanged || steps.some((step) => !/^(fade|none)/.test(typeof step === 'string' ? step : step.name));
}

/** True if a clip is mixed with what is below it. */
function isMixed({ blend = 'normal' }: Pick<Clip, 'blend'>): boolean {
  return blend !== 'normal';
}

/** True if something surrounds a clip. */
function hasRim({ corners, border, shadow }: Pick<Clip, 'corners' | 'border' | 'shadow'>): boolean {
  return corners !== undefined || border !== undefined || shadow !== undefined;
}

function hasMovingClip({ tracks }: GroupAsset): boolean {
  return tracks.some(({ clips }) => clips.some(isMoving));
}

/** Fields whose tweens change a clip without moving or fading it. */
const OWN_TWEENS: ReadonlySet<unknown> = new Set(['filters', 'corners', 'border', 'shadow', 'perspective']);

/** True if a clip is moved or faded: by an effect, by tweens or by a transition. */
function isAnimated(clip: Clip): boolean {
  const { effect, motion, transition, scale, opacity, offset, transform, filters = [] } = clip;
  if (effect !== undefined || motion !== undefined || transition !== undefined) return true;
  if (
    filters.some(({ type }) => type === 'grain') ||
    listTweens(clip).some(({ path }) => OWN_TWEENS.has(path[0]) || path[1] === 'crop')
  )
    return true;
  const { rotate, skew } = transform ?? {};
  return [scale, opacity, offset?.x, offset?.y, rotate?.angle, skew?.x, skew?.y].some(Array.isArray);
}

/** Work at a layer: to move it, to draw letters, to turn it, also in space, to key out a colour, to cut people out, to filter it, to draw what surrounds it, to mix it, and to draw a group. */
const WEIGHT = {
  moved: 1,
  drawn: 1,
  turned: 2,
  inSpace: 6,
  keyed: 2,
  cutOut: 6,
  filtered: 1,
  rimmed: 3,
  mixed: 5,
  grouped: 4,
};

/**
 * Returns the megapixels that a clip draws for each frame: its area, weighted by its work. 0 if it does not
 * change.
 */
export function weighDrawing(clip: Clip, { width, height }: Pick<ShownPart, 'width' | 'height'>): number {
  if (!isMoving(clip)) return 0;
  return areaOf(clip, { width, height }) * weigh(clip);
}

/** Returns the megapixels of a moving page, which a browser draws for each frame. 0 for any other clip. */
export function weighFilming(clip: Clip, size: Pick<ShownPart, 'width' | 'height'>): number {
  return clip.asset.type === 'html5' ? areaOf(clip, size) : 0;
}

/** Returns the megapixels of a frame that a clip covers. */
function areaOf(clip: Clip, { width, height }: Pick<ShownPart, 'width' | 'height'>): number {
  const scale = typeof clip.scale === 'number' ? Math.min(1, clip.scale) : 1;
  const area = (Math.min(width, clip.width ?? width) * Math.min(height, clip.height ?? height)) / 1e6;
  return area * scale * scale;
}

function weigh(clip: Clip): number {
  const { asset, transform, perspective, filter } = clip;
  const video = asset.type === 'video' ? asset : undefined;
  const works: Readonly<Record<keyof typeof WEIGHT, boolean>> = {
    moved: !video && asset.type !== 'image-to-video',
    drawn: LETTER_TYPES.includes(asset.type),
    turned: transform?.rotate !== undefined || transform?.skew !== undefined,
    inSpace: perspective !== undefined,
    keyed: video?.chromaKey !== undefined,
    cutOut: video?.cutout !== undefined,
    filtered: (filter ?? 'none') !== 'none',
    rimmed: hasRim(clip),
    mixed: isMixed(clip),
    grouped: needsCanvas(clip),
  };
  const names = Object.keys(WEIGHT) as (keyof typeof WEIGHT)[];
  return names.reduce((sum, name) => sum + (works[name] ? WEIGHT[name] : 0), weighFilters(clip));
}
