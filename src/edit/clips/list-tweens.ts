import type { Path } from '../problems/problem.ts';
import type { Clip } from '../schema/clip.ts';
import { listSoundTweens } from '../schema/sound/sound-filter.ts';
import type { Tween } from '../schema/tween.ts';

/** An animated number of a clip or of its asset. */
export interface AnimatedField {
  /** Path from the clip to the tweens. */
  readonly path: Path;
  readonly tweens: readonly Tween[];
}

/** Lists the animated numbers of a clip and its asset. */
export function listTweens({ asset, scale, offset, opacity, transform }: Clip): AnimatedField[] {
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
    [['transform', 'rotate', 'angle'], transform?.rotate?.angle],
    [['transform', 'skew', 'x'], transform?.skew?.x],
    [['transform', 'skew', 'y'], transform?.skew?.y],
  ];
  const sound = 'sound' in asset ? listSoundTweens(asset.sound) : [];
  return [
    ...numbers.flatMap(([path, value]) => (typeof value === 'object' ? [{ path, tweens: value }] : [])),
    ...sound.map(({ path, tweens }) => ({ path: ['asset', 'sound', ...path], tweens })),
  ];
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
