import type { ClipLocation } from '../clips/clip-location.ts';
import type { Path } from '../problems/problem.ts';
import type { Clip } from '../schema/clip.ts';
import type { Tween } from '../schema/tween.ts';
import { formatNumber, type Warning, createClipWarning } from './warning.ts';

type AnimatedNumber = number | readonly Tween[];

/** A field of a clip that has a number or a list of tweens. */
interface NumberField {
  readonly path: Path;
  readonly value: AnimatedNumber;
}

/** Warns about a fade on a volume with tweens, because the tweens replace the fade. */
export function warnAboutFade(location: ClipLocation): Warning[] {
  const { asset } = location.clip;
  if (asset.type !== 'video' && asset.type !== 'audio' && asset.type !== 'text-to-speech') return [];
  const [name, effect] =
    asset.type === 'video' ? ['volumeEffect', asset.volumeEffect] : ['effect', asset.effect];
  if (!Array.isArray(asset.volume) || asset.volume.length === 0 || (effect ?? 'none') === 'none') return [];
  return [
    createClipWarning(
      location,
      ['asset', name],
      `The fade "${effect}" has no effect on a volume with tweens. Use the tweens to fade.`,
    ),
  ];
}

/** Maximum offset of a clip, as a multiple of the size of the output. */
const MAX_OFFSET = 10;

/** Warns about the first offset in a tween that exceeds {@link MAX_OFFSET} in either direction. */
export function warnAboutOffset(location: ClipLocation): Warning[] {
  const found = offsetFieldsOf(location.clip)
    .flatMap(listNumbers)
    .find(({ value }) => Math.abs(value) > MAX_OFFSET);
  if (!found) return [];
  const text = `This offset is ${formatNumber(found.value)} times the size of the output. Offsets are fractions of that size, from -${MAX_OFFSET} to ${MAX_OFFSET}.`;
  return [createClipWarning(location, found.path, text)];
}

/** Warns if the easing of a tween has no effect. Reports only the first such tween of a clip. */
export function warnAboutEasing(location: ClipLocation): Warning[] {
  for (const { path, value } of listNumberFields(location.clip)) {
    const unused = typeof value === 'number' ? undefined : findUnusedEasing(value);
    if (unused) return [createClipWarning(location, [...path, unused.index, 'easing'], unused.text)];
  }
  return [];
}

/** Finds the first of some tweens whose easing has no effect. Explains why. */
export function findUnusedEasing(
  tweens: readonly Tween[],
): { readonly index: number; readonly text: string } | undefined {
  const index = tweens.findIndex(
    ({ easing, interpolation }) => easing !== undefined && interpolation !== 'bezier',
  );
  if (index < 0) return undefined;
  const { interpolation = 'linear' } = tweens[index] ?? {};
  const text = `The easing has no effect with the interpolation "${interpolation}". Set "interpolation" to "bezier".`;
  return { index, text };
}

function listNumbers({ path, value }: NumberField): { readonly path: Path; readonly value: number }[] {
  if (typeof value === 'number') return [{ path, value }];
  return value.flatMap(({ from = 0, to = 0 }, index) => [
    { path: [...path, index, 'from'], value: from },
    { path: [...path, index, 'to'], value: to },
  ]);
}

/** Lists the fields of a clip and its asset that have a number or tweens. */
export function listNumberFields(clip: Clip): NumberField[] {
  const { scale, opacity, transform } = clip;
  return [
    ...volumeFieldsOf(clip),
    ...toNumberFields(['scale'], scale),
    ...offsetFieldsOf(clip),
    ...toNumberFields(['opacity'], opacity),
    ...toNumberFields(['transform', 'rotate', 'angle'], transform?.rotate?.angle),
    ...toNumberFields(['transform', 'skew', 'x'], transform?.skew?.x),
    ...toNumberFields(['transform', 'skew', 'y'], transform?.skew?.y),
  ];
}

function volumeFieldsOf({ asset }: Clip): NumberField[] {
  return toNumberFields(['asset', 'volume'], 'volume' in asset ? asset.volume : undefined);
}

function offsetFieldsOf({ asset, offset }: Clip): NumberField[] {
  const own = asset.type === 'title' ? asset.offset : undefined;
  return [
    ...toNumberFields(['asset', 'offset', 'x'], own?.x),
    ...toNumberFields(['asset', 'offset', 'y'], own?.y),
    ...toNumberFields(['offset', 'x'], offset?.x),
    ...toNumberFields(['offset', 'y'], offset?.y),
  ];
}

function toNumberFields(path: Path, value: AnimatedNumber | undefined): NumberField[] {
  return value === undefined ? [] : [{ path, value }];
}
