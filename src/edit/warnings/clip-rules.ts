import { nearestFrame, timeAtFrame, toSeconds } from '../../base/time.ts';
import type { ClipLocation } from '../clips/clip-location.ts';
import { isSometimes, listTweens } from '../clips/list-tweens.ts';
import { findPlaceholder } from '../merge/placeholder.ts';
import { frameRateOf } from '../output/frame-rate.ts';
import { canHaveSound, needsPictures } from '../output/output-format.ts';
import { truncateText } from '../problems/messages.ts';
import { formatPath, type Path } from '../problems/problem.ts';
import type { Asset, Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';
import type { Tween } from '../schema/tween.ts';
import { ASSET_RULES } from './asset-rules.ts';
import { applyRules, type Facts, type Rule } from './rule.ts';
import { formatNumber, type Warning } from './warning.ts';

/** Maximum offset of a clip, as a multiple of the size of the output. */
const MAX_OFFSET = 10;
/** Seconds by which rounding may shift a time. Too short to show on any frame. */
export const TOLERANCE_SECONDS = 0.001;

/** The rules of each clip. */
export const CLIP_RULES: readonly Rule<ClipLocation>[] = [
  { say: ({ clip }) => findPlaceholders(clip) },
  { say: ({ clip }) => explainInvisible(clip) },
  {
    at: 'asset',
    // The cast is safe: the rules of a type get only assets of that type.
    say: ({ clip: { asset } }, facts) =>
      applyRules((ASSET_RULES[asset.type] ?? []) as readonly Rule<Asset>[], asset, facts),
  },
  {
    at: 'fit',
    when: ({ clip: { asset, fit = 'crop' } }) =>
      fit !== 'crop' && fit !== 'none' && DRAWN_TYPES.has(asset.type),
    say: ({ clip: { asset } }) =>
      `The fit has no effect on the type "${asset.type}", which is drawn in the size of its box.`,
  },
  {
    at: 'fit',
    when: ({ clip }) =>
      clip.fit === 'follow' && (clip.asset.type === 'group' || clip.asset.type === 'lottie'),
    say: ({ clip: { asset } }) =>
      `The type "${asset.type}" is shown as with "crop", because only a video or an image is searched for a subject to follow.`,
  },
  {
    at: 'overlap',
    when: ({ index, clip: { overlap = 0 } }) => index === 0 && overlap > 0,
    say: 'The overlap has no effect, because no clip comes before this one on its track.',
  },
  {
    at: 'asset.loop',
    when: ({ clip: { asset, length } }) =>
      (asset.type === 'video' || asset.type === 'audio') && asset.loop === true && length === 'auto',
    say: 'The loop has no effect, because the length "auto" is that of the file. Give the clip a longer length in seconds, or "end".',
  },
  {
    at: 'asset.cutSilence',
    when: ({ clip: { asset } }) =>
      'cutSilence' in asset && asset.cutSilence !== undefined && asset.speed === 0,
    say: 'No silence is cut out, because a clip with the speed 0 shows a still picture.',
  },
  {
    at: 'asset.words',
    when: ({ clip: { asset } }) => 'words' in asset && asset.words !== undefined && asset.speed === 0,
    say: 'The words have no effect, because a clip with the speed 0 is silent.',
  },
  {
    at: 'asset.slowMotion',
    when: ({ clip: { asset } }) =>
      asset.type === 'video' &&
      asset.slowMotion === 'blend' &&
      !isSometimes(asset.speed, (speed) => speed !== 0 && Math.abs(speed) <= 1),
    say: 'Nothing is blended, because the speed is not between 0 and 1.',
  },
  {
    at: 'asset.preservePitch',
    when: ({ clip: { asset } }) =>
      asset.type === 'video' && asset.preservePitch === true && typeof asset.speed === 'object',
    say: 'The pitch follows the speed, because a speed with tweens cannot keep it.',
  },
  {
    at: 'asset.speed',
    when: ({ clip: { asset } }) =>
      asset.type === 'video' &&
      typeof asset.speed === 'object' &&
      asset.volume !== 0 &&
      isSometimes(asset.speed, (speed) => speed <= 0),
    say: 'The clip is silent where its speed is 0 or less. Set "volume" to 0 if you want no sound, or add the sound as a clip of its own.',
  },
  {
    at: 'asset.volumeEffect',
    say: ({ clip: { asset } }) =>
      asset.type === 'video' ? explainReplacedFade(asset.volume, asset.volumeEffect) : undefined,
  },
  {
    at: 'asset.effect',
    say: ({ clip: { asset } }) =>
      asset.type === 'audio' || asset.type === 'text-to-speech'
        ? explainReplacedFade(asset.volume, asset.effect)
        : undefined,
  },
  {
    at: 'border',
    when: ({ clip: { border } }) =>
      border !== undefined && !(isEverPositive(border.width) && isEverPositive(border.opacity)),
    say: 'The border is not seen. Give it a width and an opacity of more than 0, or remove it.',
  },
  { at: 'shadow', say: ({ clip }) => findHiddenShadows(clip) },
  { say: ({ clip }) => findFarOffset(clip) },
  {
    say: ({ clip }) =>
      listTweens(clip)
        .flatMap(({ path, tweens }) => findUnusedEasing(tweens, path))
        .slice(0, 1),
  },
  { at: 'asset.crop', say: ({ clip }) => explainCrop(clip) },
  { at: 'motionBlur', when: isVisual, say: ({ clip }) => explainStillBlur(clip) },
  { at: 'filters', say: ({ clip }) => findWideEllipses(clip) },
  {
    at: 'position',
    when: ({ clip: { motion, position } }) => motion !== undefined && position !== undefined,
    say: () =>
      'The position has no effect, because the clip follows a path. Move it by the path or by "offset".',
  },
  { at: 'position', say: ({ clip }) => explainPosition(clip) },
  {
    at: 'asset',
    when: ({ clip }, { edit }) => isSound(clip.asset) && !canHaveSound(edit.output),
    say: (_, { edit }) => `This sound is not heard, ${becauseWithout('sound', edit)}`,
  },
  { say: findLateTween },
  { at: 'length', say: explainCutEnd },
  { at: 'length', say: explainMissedFrames },
];

/** True for an asset that is only heard. */
export function isSound({ type }: Asset): boolean {
  return type === 'audio' || type === 'text-to-speech';
}

/** True for a clip that is drawn: neither a sound nor a luma matte. */
export function isVisual({ clip: { asset } }: ClipLocation): boolean {
  return asset.type !== 'luma' && !isSound(asset);
}

/** Names what the format of an output lacks: `because the format "gif" has no sound.` */
export function becauseWithout(part: 'sound' | 'picture', { output }: Edit): string {
  return `because the format "${output.format}" has no ${part}.`;
}

/** Explains a fade on a volume with tweens, because the tweens replace the fade. */
export function explainReplacedFade(
  volume: number | readonly Tween[] | undefined,
  effect = 'none',
): string | undefined {
  if (typeof volume !== 'object' || volume.length === 0 || effect === 'none') return undefined;
  return `The fade "${effect}" has no effect on a volume with tweens. Use the tweens to fade.`;
}

/** Finds the first of some tweens whose easing has no effect. @param path path of the list. */
export function findUnusedEasing(tweens: number | readonly Tween[] = [], path: Path = []): Warning[] {
  const list = typeof tweens === 'object' ? tweens : [];
  const index = list.findIndex(
    ({ easing, interpolation }) => easing !== undefined && interpolation !== 'bezier',
  );
  if (index < 0) return [];
  const { interpolation = 'linear' } = list[index] ?? {};
  const text = `The easing has no effect with the interpolation "${interpolation}". Set "interpolation" to "bezier".`;
  return [{ field: formatPath([...path, index, 'easing']), text }];
}

/**
 * Finds placeholders without a value in a text or a prompt, because the output would show or speak them. In a URL,
 * a placeholder without a value is a problem, not a warning. The fields count from the clip.
 */
export function findPlaceholders({ asset }: Clip): Warning[] {
  return ['text', 'prompt'].flatMap((field) => {
    const content = (asset as Readonly<Record<string, unknown>>)[field];
    const name = typeof content === 'string' ? findPlaceholder(content) : undefined;
    if (name === undefined) return [];
    const shows = field === 'prompt' ? 'The prompt has' : 'The text shows';
    const start = asset.type === 'text-to-speech' ? 'The voice speaks' : shows;
    const text = `${start} the placeholder {{ ${truncateText(name)} }}, which has no value in "merge".`;
    return [{ field: `asset.${field}`, text }];
  });
}

/** The descriptions of clips that are never drawn, by the types of their assets. */
const NEVER_DRAWN: Partial<Record<Asset['type'], string>> = {
  luma: 'a luma matte, which is stretched over the clips of its track and never drawn itself',
  audio: 'a sound, which is never drawn',
  'text-to-speech': 'a speech, which is never drawn',
};

/** Fields that affect how a clip looks, with their defaults. */
const VISUAL_FIELDS = {
  fit: 'crop',
  scale: 1,
  width: undefined,
  height: undefined,
  position: 'center',
  offset: undefined,
  transition: undefined,
  effect: undefined,
  filter: 'none',
  filters: undefined,
  corners: 0,
  border: undefined,
  shadow: undefined,
  blend: 'normal',
  motion: undefined,
  perspective: undefined,
  motionBlur: undefined,
  opacity: 1,
  transform: undefined,
} as const satisfies Partial<Record<keyof Clip, unknown>>;

/** Explains fields of a clip that have no effect, because the clip is never drawn. */
function explainInvisible(clip: Clip): string | undefined {
  const noun = NEVER_DRAWN[clip.asset.type];
  if (noun === undefined) return undefined;
  const given = Object.entries(VISUAL_FIELDS).flatMap(([name, fallback]) => {
    const value = clip[name as keyof typeof VISUAL_FIELDS];
    return value === undefined || value === fallback ? [] : [`"${name}"`];
  });
  if (given.length === 0) return undefined;
  const verb = given.length === 1 ? 'has' : 'have';
  return `This clip is ${noun}. Remove ${given.join(', ')}, which ${verb} no effect.`;
}

/** True if a number that is 1 by default is ever more than 0. */
function isEverPositive(value: number | readonly Tween[] | undefined): boolean {
  return isSometimes(value, (number) => number > 0);
}

/** Finds shadows that are never seen. */
function findHiddenShadows({ shadow = [] }: Clip): Warning[] {
  return shadow.flatMap(({ offsetX = 0, offsetY = 0, blur = 0, opacity }, index) => {
    const field = `[${index}]`;
    if (!isEverPositive(opacity))
      return [
        { field, text: 'The shadow is not seen, because its opacity is 0. Give it more, or remove it.' },
      ];
    if (offsetX !== 0 || offsetY !== 0 || blur !== 0) return [];
    return [{ field, text: 'The shadow lies exactly behind the clip. Give it an offset or a blur.' }];
  });
}

/**
 * Finds ellipses of filters that reach beyond the picture because they have a place, but no size. A rectangle without a
 * size is a plain way to name the right or the lower part.
 */
function findWideEllipses({ filters = [] }: Clip): Warning[] {
  return filters.flatMap(({ region = {} }, index) => {
    const sides = [
      ['x', region.x, 'width', region.width],
      ['y', region.y, 'height', region.height],
    ] as const;
    return sides.flatMap(([place, from, side, size]) => {
      if (region.shape !== 'ellipse' || typeof from !== 'number' || from <= 0 || size !== undefined)
        return [];
      const text = `The ellipse reaches beyond the picture, because its ${side} is 1 by default. Give it a "${side}" beside "${place}".`;
      return [{ field: `[${index}].region`, text }];
    });
  });
}

/** Finds the first offset in a tween that exceeds {@link MAX_OFFSET}. The schema limits the others. */
function findFarOffset(clip: Clip): Warning[] {
  const far = listTweens(clip)
    .filter(({ path }) => path.includes('offset'))
    .flatMap(({ path, tweens }) =>
      tweens.flatMap(({ from = 0, to = 0 }, index) => [
        { path: [...path, index, 'from'], value: from },
        { path: [...path, index, 'to'], value: to },
      ]),
    )
    .filter(({ value }) => Math.abs(value) > MAX_OFFSET);
  return far.slice(0, 1).map(({ path, value }) => {
    const text = `This offset is ${formatNumber(value)} times the size of the output. Offsets are fractions of that size, from -${MAX_OFFSET} to ${MAX_OFFSET}.`;
    return { field: formatPath(path), text };
  });
}

/** The fields whose tweens move nothing. */
const UNMOVED: ReadonlySet<unknown> = new Set(['opacity', 'motionBlur', 'filters']);

/** Explains a motion blur of a clip that does not move. */
function explainStillBlur(clip: Clip): string | undefined {
  const { motionBlur, effect, motion, transition } = clip;
  if (motionBlur === undefined || motionBlur === 0 || effect || motion || transition) return undefined;
  const moves = listTweens(clip).some(
    ({ path: [first, second] }) => !UNMOVED.has(first) && (first !== 'asset' || second === 'crop'),
  );
  if (moves) return undefined;
  return 'The motion blur has no effect, because the clip does not move. It does not blur what moves in a video.';
}

type AnimatedSide = number | readonly Tween[];

/** Returns the least value of a number. A list without tweens counts as 0. */
function leastOf(value: AnimatedSide): number {
  if (typeof value === 'number') return value;
  return value.length === 0 ? 0 : value.reduce((least, { from = 0, to = 0 }) => Math.min(least, from, to), 1);
}

/** Explains a crop that hides the whole picture at every moment. */
function explainCrop({ asset }: Clip): string | undefined {
  const { top = 0, bottom = 0, left = 0, right = 0 } = ('crop' in asset ? asset.crop : undefined) ?? {};
  const add = (one: AnimatedSide, other: AnimatedSide): number => leastOf(one) + leastOf(other);
  const [sides, sum] =
    add(left, right) >= 1
      ? ['"left" and "right"', add(left, right)]
      : ['"top" and "bottom"', add(top, bottom)];
  if (sum < 1) return undefined;
  return `The crop hides the whole picture: ${sides} add up to ${formatNumber(sum)}. Their sum must be less than 1.`;
}

/**
 * The end of the warning about a position, for each asset type that fills the output. It names the
 * field that places the content instead, if the asset has such a field.
 */
const OTHER_FIELDS: Readonly<Record<string, string>> = {
  text: ', or use "alignment" of its asset',
  'rich-text': ', or use "align" of its asset',
  title: ', or use "position" of its asset',
  shape: '',
  svg: '',
  html: '',
  html5: '',
};

/** The types of assets that Kinora draws in the size of their box. */
const DRAWN_TYPES: ReadonlySet<string> = new Set([...Object.keys(OTHER_FIELDS), 'caption', 'rich-caption']);

/** Explains a position that has no effect, because the asset is as large as the output. */
function explainPosition({ asset, position = 'center', scale = 1, width, height }: Clip): string | undefined {
  const instead = OTHER_FIELDS[asset.type];
  if (position === 'center' || scale !== 1 || instead === undefined) return undefined;
  const across = width ?? ('width' in asset ? asset.width : undefined);
  const down = height ?? ('height' in asset ? asset.height : undefined);
  const movesAcross = /left|right/i.test(position) && across !== undefined;
  const movesDown = /top|bottom/i.test(position) && down !== undefined;
  if (movesAcross || movesDown) return undefined;
  return `The position has no effect, because the ${asset.type} fills the output. Give the clip a "width" and a "height"${instead}.`;
}

/** Finds the first tween of a clip that starts after the end of its clip, so that it never runs. */
function findLateTween(location: ClipLocation, { times }: Facts): Warning[] {
  const { length } = times.of(location);
  if (!length || length.lte(0)) return [];
  // Exact times are slow to compare, so they decide only where rounding could matter.
  const safe = length.valueOf() - TOLERANCE_SECONDS;
  for (const { path, tweens } of listTweens(location.clip)) {
    const index = tweens.findIndex(({ start = 0 }) => start > safe && toSeconds(start).gte(length));
    const { start } = tweens[index] ?? {};
    if (start === undefined) continue;
    const text = `This tween starts at ${formatNumber(start)} s, but its clip lasts only ${formatNumber(length)} s, so it never runs. Its times count from the start of the clip.`;
    return [{ field: formatPath([...path, index]), text }];
  }
  return [];
}

/** Explains a clip with a length in seconds that its group cuts off. */
function explainCutEnd(location: ClipLocation, { times }: Facts): string | undefined {
  const { group, clip } = location;
  if (!group || typeof clip.length !== 'number') return undefined;
  const { start, length } = times.of(location);
  const around = times.of(group);
  if (!start || !length || !around.start || !around.length) return undefined;
  if (clip.length - length.valueOf() <= TOLERANCE_SECONDS) return undefined;
  const shown = length.lte(0)
    ? 'is never visible or heard'
    : `ends after ${formatNumber(length)} s instead of ${formatNumber(clip.length)} s`;
  return `The clip ${shown}, because its group ends at ${formatNumber(around.start.add(around.length))} s. Make the group longer, or give it the length "auto".`;
}

/** Explains a clip that lasts, but falls between two frames, so that no frame shows it. */
function explainMissedFrames(
  location: ClipLocation,
  { edit: { output }, clips, times }: Facts,
): string | undefined {
  const { start, length } = times.of(location);
  if (clips.length === 1 || !isVisual(location) || !needsPictures(output)) return undefined;
  if (!start || !length || length.lte(0)) return undefined;
  const rate = frameRateOf(output);
  if (nearestFrame(start.add(length), rate) > nearestFrame(start, rate)) return undefined;
  const frame = Math.ceil(1000 * timeAtFrame(1, rate).valueOf()) / 1000;
  return `The clip lasts ${formatNumber(length)} s and falls between two frames, so it never appears. One frame lasts ${formatNumber(frame)} s. Give the clip at least this length.`;
}
