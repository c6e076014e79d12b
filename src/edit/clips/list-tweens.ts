import type { Path } from '../problems/problem.ts';
import type { Clip } from '../schema/clip.ts';
import type { Tween } from '../schema/tween.ts';

/** An animated number of a clip or of its asset. */
export interface AnimatedField {
  /** Path from the clip to the tweens. */
  readonly path: Path;
  readonly tweens: readonly Tween[];
}

/** Lists the animated numbers of a clip and its asset. */
export function listTweens(clip: Clip): AnimatedField[] {
  const { asset, scale, offset, opacity, filters, perspective } = clip;
  const { rotate, skew } = clip.transform ?? {};
  const own = asset.type === 'title' ? asset.offset : undefined;
  const numbers: readonly (readonly [Path, number | readonly Tween[] | undefined])[] = [
    [['asset', 'volume'], 'volume' in asset ? asset.volume : undefined],
    [['asset', 'speed'], 'speed' in asset ? asset.speed : undefined],
    [['scale'], scale],
    [['asset', 'offset', 'x'], own?.x],
    [['asset', 'offset', 'y'], own?.y],
    [['offset', 'x'], offset?.x],
    [['offset', 'y'], offset?.y],
    [['opacity'], opacity],
    [['motion', 'progress'], clip.motion?.progress],
    [['motionBlur'], clip.motionBlur],
    [['transform', 'rotate', 'angle'], rotate?.angle],
    [['transform', 'skew', 'x'], skew?.x],
    [['transform', 'skew', 'y'], skew?.y],
  ];
  return [
    ...numbers.flatMap(([path, value]) => (typeof value === 'object' ? [{ path, tweens: value }] : [])),
    ...('crop' in asset ? listInFilter(asset.crop, ['asset', 'crop']) : []),
    ...listInFilter(perspective, ['perspective']),
    ...listInFilters(filters, ['filters']),
    ...('sound' in asset ? listInFilters(asset.sound, ['asset', 'sound']) : []),
  ];
}

function listInFilters(filters: readonly object[] = [], path: Path): AnimatedField[] {
  return filters.flatMap((filter, index) => listInFilter(filter, [...path, index]));
}

/** Lists the animated numbers of a filter, or of a part of one. A list of objects is one of tweens: points are lists. */
function listInFilter(part: unknown, path: Path): AnimatedField[] {
  if (typeof part !== 'object' || part === null) return [];
  if (isTweens(part)) return [{ path, tweens: part }];
  return Array.isArray(part)
    ? part.flatMap((item, index) => listInFilter(item, [...path, index]))
    : Object.entries(part).flatMap(([name, item]) => listInFilter(item, [...path, name]));
}

/** True for the tweens of a number of a filter. */
export function isTweens(value: unknown): value is readonly Tween[] {
  return Array.isArray(value) && value.length > 0 && typeof value[0] === 'object' && !Array.isArray(value[0]);
}

/**
 * True if a number, or the beginning or end of one of its tweens, meets a condition.
 *
 * @param value 1 if absent.
 */
export function isSometimes(
  value: number | readonly Tween[] | undefined,
  meets: (value: number) => boolean,
): boolean {
  if (typeof value !== 'object') return meets(value ?? 1);
  return value.some(({ from = 0, to = 0 }) => meets(from) || meets(to));
}
