import { MAX_PROBLEMS } from '../problems/problem.ts';
import { findPlaceholder } from '../merge/placeholder.ts';
import type { Dialect } from '../dialect.ts';
import { listClips, type ClipLocation, trackKeyOf } from '../clips/clip-location.ts';
import type { Edit } from '../schema/edit.ts';
import { truncateText } from '../problems/messages.ts';
import type { EditTimes } from '../times/resolve-times.ts';
import { warnAboutCutClip } from './groups.ts';
import { warnAboutInvisibleClip } from './invisible-clips.ts';
import { warnAboutUnusedMattes } from './mattes.ts';
import { type ClipInterval, warnAboutOverlaps, warnAboutSoundOverlaps } from './overlaps.ts';
import { type FindAlpha, warnAboutStacking } from './stacking.ts';
import { warnAboutOutput } from './outputs.ts';
import { warnAboutSoundtrack } from './soundtrack.ts';
import { warnAboutStills } from './stills.ts';
import { warnAboutEmptyRange, warnAboutLateTween, warnAboutShortClip } from './timing.ts';
import { warnAboutEasing, warnAboutFade, warnAboutOffset } from './tweens.ts';
import { warnAboutCrop, warnAboutPosition } from './placement.ts';
import { warnAboutUnusedFields } from './unused-fields.ts';
import { warnAboutUnheardClip, warnAboutUnusedSettings } from './unused-settings.ts';
import { type Warning, createClipWarning } from './warning.ts';

export type { Warning } from './warning.ts';

/** The checks that run on each clip separately. */
const CLIP_CHECKS: readonly ((location: ClipLocation) => Warning[])[] = [
  warnAboutPlaceholder,
  warnAboutInvisibleClip,
  warnAboutUnusedFields,
  warnAboutFade,
  warnAboutOffset,
  warnAboutEasing,
  warnAboutCrop,
  warnAboutPosition,
];

/**
 * Finds probable mistakes in a valid edit: output settings that do not fit the timeline, clip fields
 * that have no effect or hide the clip, and clips on one track that overlap or never appear (contract C27).
 * Returns at most one warning of each kind for a clip, and at most {@link MAX_PROBLEMS} in total. Checks of
 * the timing skip clips with unknown times.
 *
 * @param edit a merged edit.
 * @param times resolved times of the same edit.
 * @param dialect the dialect in which the edit is read.
 * @param findAlpha returns true if a file can be transparent. By default, the name of the file decides.
 */
export function findWarnings(
  edit: Edit,
  times: EditTimes,
  dialect: Dialect,
  findAlpha: FindAlpha = () => undefined,
): Warning[] {
  const clips = listClips(edit);
  const found = [
    ...warnAboutUnusedSettings(edit),
    ...warnAboutOutput(edit, clips, times.duration),
    ...warnAboutSoundtrack(edit, times.duration),
    ...warnAboutStills(edit.output, times.duration),
    ...warnAboutTopTrack(clips, times, dialect, findAlpha),
    ...warnAboutEmptyRange(edit, clips.filter(isVisible), times),
  ];
  for (const location of clips) {
    found.push(
      ...CLIP_CHECKS.flatMap((check) => check(location)),
      ...warnAboutUnheardClip(location, edit),
      ...warnAboutLateTween(location, times),
      ...warnAboutCutClip(location, times),
      ...(clips.length > 1 && isVisible(location) ? warnAboutShortClip(location, edit, times) : []),
    );
    if (found.length >= MAX_PROBLEMS) break;
  }
  for (const inTrack of Map.groupBy(clips, trackKeyOf).values()) {
    if (found.length >= MAX_PROBLEMS) break;
    found.push(...warnAboutTrack(inTrack, times, clips.length));
  }
  return found.slice(0, MAX_PROBLEMS);
}

function warnAboutTopTrack(
  clips: readonly ClipLocation[],
  times: EditTimes,
  dialect: Dialect,
  findAlpha: FindAlpha,
): Warning[] {
  // A group may have any clips on top of each other.
  const outer = clips.filter(({ group }) => !group);
  const masked = new Set(outer.flatMap(({ clip, track }) => (clip.asset.type === 'luma' ? [track] : [])));
  const visible = listIntervals(outer, times).filter(
    (interval) =>
      interval.end > interval.start &&
      !isMatte(interval) &&
      isNotEmptyText(interval) &&
      !SOUND_TYPES.has(interval.location.clip.asset.type),
  );
  return warnAboutStacking(visible, masked, dialect, findAlpha);
}

/**
 * Warns about a placeholder without a value in a text or a prompt, because the output would show or speak the
 * placeholder. In a URL, a placeholder without a value is a problem, not a warning.
 */
export function warnAboutPlaceholder(location: ClipLocation): Warning[] {
  const { asset } = location.clip;
  const contents = ['text', 'prompt'].flatMap((field) => {
    const content = (asset as Readonly<Record<string, unknown>>)[field];
    const name = typeof content === 'string' ? findPlaceholder(content) : undefined;
    return name === undefined ? [] : [{ field, name }];
  });
  return contents.map(({ field, name }) => {
    const start =
      asset.type === 'text-to-speech'
        ? 'The voice speaks'
        : field === 'prompt'
          ? 'The prompt has'
          : 'The text shows';
    const text = `${start} the placeholder {{ ${truncateText(name)} }}, which has no value in "merge".`;
    return createClipWarning(location, ['asset', field], text);
  });
}

/**
 * Warns about clips on one track that never appear or that overlap, and about mattes that mask nothing.
 *
 * @param count number of clips in the edit. If the edit has only one clip, the length 0 is a problem, not a
 *   warning.
 */
function warnAboutTrack(clips: readonly ClipLocation[], times: EditTimes, count: number): Warning[] {
  const timed = listIntervals(clips, times);
  const empty = timed.filter(({ start, end }) => end <= start);
  const lasting = timed.filter(({ start, end }) => end > start);
  const [mattes, others] = [lasting.filter(isMatte), lasting.filter((clip) => !isMatte(clip))];
  const isSound = ({ location }: ClipInterval): boolean => SOUND_TYPES.has(location.clip.asset.type);
  const [sounds, visible] = [others.filter(isSound), others.filter((clip) => !isSound(clip))];
  return [
    ...(count > 1 ? empty : []).map(({ location }) =>
      createClipWarning(
        location,
        ['length'],
        'The length works out to 0 s, so the clip never appears. Give it a longer length.',
      ),
    ),
    ...warnAboutOverlaps(visible.filter(isNotEmptyText)),
    ...warnAboutSoundOverlaps(sounds),
    ...(timed.length === clips.length ? warnAboutUnusedMattes(mattes, visible) : []),
  ];
}

function listIntervals(clips: readonly ClipLocation[], times: EditTimes): ClipInterval[] {
  return clips.flatMap((location): ClipInterval[] => {
    const { start, length } = times.of(location);
    return start && length ? [{ location, start: start.valueOf(), end: start.add(length).valueOf() }] : [];
  });
}

/** The types of assets that are only heard. */
const SOUND_TYPES: ReadonlySet<string> = new Set(['audio', 'text-to-speech']);

/** True if an asset is drawn. */
function isVisible(location: ClipLocation): boolean {
  const { type } = location.clip.asset;
  return type !== 'luma' && !SOUND_TYPES.has(type);
}

/** True for a luma matte. A matte always overlaps the clips that it masks, so that overlap is no mistake. */
function isMatte({ location }: ClipInterval): boolean {
  return location.clip.asset.type === 'luma';
}

/** False for the empty text that `reduceToMoment` puts in place of clips that are not visible. */
function isNotEmptyText({ location: { clip } }: ClipInterval): boolean {
  return clip.asset.type !== 'text' || clip.asset.text !== '' || clip.asset.background !== undefined;
}
