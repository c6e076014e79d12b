import type { ClipPlace } from '../places.ts';
import type { Path } from '../problem.ts';
import type { Clip } from '../schema/clip.ts';
import type { Tween } from '../schema/tween.ts';
import { shownNumber, type Warning, warningAt } from './warning.ts';

type Animated = number | readonly Tween[];

/** A number of a clip that is there, and the way to it. */
interface Given {
  readonly steps: Path;
  readonly value: Animated;
}

/** The first opacity of a clip that is not from 0 to 1. */
export function opacityWarning(place: ClipPlace): Warning[] {
  const meanings = { below: '0, which is transparent', above: '1, which is opaque' };
  return shareWarning(place, given(['opacity'], place.clip.opacity), meanings, 'an opacity');
}

/** The first volume in a tween of a clip that is not from 0 to 1; others are not accepted. */
export function volumeWarning(place: ClipPlace): Warning[] {
  const meanings = { below: '0, which is silent', above: '1, which is as loud as recorded' };
  return shareWarning(place, volumeOf(place.clip), meanings, 'a volume');
}

function shareWarning(
  place: ClipPlace,
  numbers: readonly Given[],
  { below, above }: { readonly below: string; readonly above: string },
  what: string,
): Warning[] {
  const found = numbers.flatMap(numbersOf).find(({ value }) => value < 0 || value > 1);
  if (!found) return [];
  const meaning = found.value < 0 ? below : above;
  const phrase = `is ${shownNumber(found.value)} and counts as ${meaning}; ${what} is from 0 to 1`;
  return [warningAt(place, found.steps, phrase)];
}

/** The fades of a clip whose volume has tweens, which are heard instead. */
export function fadeWarning(place: ClipPlace): Warning[] {
  const { asset } = place.clip;
  if (asset.type !== 'video' && asset.type !== 'audio') return [];
  const [name, effect] =
    asset.type === 'video' ? ['volumeEffect', asset.volumeEffect] : ['effect', asset.effect];
  if (!Array.isArray(asset.volume) || asset.volume.length === 0 || (effect ?? 'none') === 'none') return [];
  return [warningAt(place, ['asset', name], 'has no effect beside tweens of the volume; let these fade')];
}

/** How far an offset may move a clip, in sizes of the output. */
const FARTHEST = 10;

/** The first number in a tween of an offset that is farther away than an offset may be. */
export function offsetWarning(place: ClipPlace): Warning[] {
  const found = offsetsOf(place.clip)
    .flatMap(numbersOf)
    .find(({ value }) => Math.abs(value) > FARTHEST);
  if (!found) return [];
  const phrase = `is ${shownNumber(found.value)} times the size of the output; offsets are fractions of it, from -${FARTHEST} to ${FARTHEST}`;
  return [warningAt(place, found.steps, phrase)];
}

/** The first tween of a clip whose easing is not used. */
export function easingWarning(place: ClipPlace): Warning[] {
  for (const { steps, value } of animatedOf(place.clip)) {
    const tweens = typeof value === 'number' ? [] : value;
    const index = tweens.findIndex(
      ({ easing, interpolation }) => easing !== undefined && interpolation !== 'bezier',
    );
    const { interpolation = 'linear' } = tweens[index] ?? {};
    const phrase = `has no effect with the interpolation "${interpolation}"; give the tween "interpolation": "bezier"`;
    if (index >= 0) return [warningAt(place, [...steps, index, 'easing'], phrase)];
  }
  return [];
}

function numbersOf({ steps, value }: Given): { readonly steps: Path; readonly value: number }[] {
  if (typeof value === 'number') return [{ steps, value }];
  return value.flatMap(({ from = 0, to = 0 }, index) => [
    { steps: [...steps, index, 'from'], value: from },
    { steps: [...steps, index, 'to'], value: to },
  ]);
}

function animatedOf(clip: Clip): Given[] {
  const { scale, opacity, transform } = clip;
  return [
    ...volumeOf(clip),
    ...given(['scale'], scale),
    ...offsetsOf(clip),
    ...given(['opacity'], opacity),
    ...given(['transform', 'rotate', 'angle'], transform?.rotate?.angle),
    ...given(['transform', 'skew', 'x'], transform?.skew?.x),
    ...given(['transform', 'skew', 'y'], transform?.skew?.y),
  ];
}

function volumeOf({ asset }: Clip): Given[] {
  return given(['asset', 'volume'], 'volume' in asset ? asset.volume : undefined);
}

function offsetsOf({ asset, offset }: Clip): Given[] {
  const own = asset.type === 'title' ? asset.offset : undefined;
  return [
    ...given(['asset', 'offset', 'x'], own?.x),
    ...given(['asset', 'offset', 'y'], own?.y),
    ...given(['offset', 'x'], offset?.x),
    ...given(['offset', 'y'], offset?.y),
  ];
}

function given(steps: Path, value: Animated | undefined): Given[] {
  return value === undefined ? [] : [{ steps, value }];
}
