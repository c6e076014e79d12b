import { MAX_PROBLEMS } from '../problems/problem.ts';
import { findPlaceholder } from '../merge/placeholder.ts';
import { listClips, type ClipLocation } from '../clips/clip-location.ts';
import type { Edit } from '../schema/edit.ts';
import { truncateText } from '../problems/messages.ts';
import type { EditTimes } from '../times/resolve-times.ts';
import { warnAboutUnusedMattes, warnAboutMatteFields } from './mattes.ts';
import { warnAboutOverlaps, type ClipInterval } from './overlaps.ts';
import { warnAboutOutput } from './outputs.ts';
import { warnAboutStills } from './stills.ts';
import {
  warnAboutEasing,
  warnAboutFade,
  warnAboutOffset,
  warnAboutOpacity,
  warnAboutVolume,
} from './tweens.ts';
import { warnAboutCrop, warnAboutPosition } from './placement.ts';
import { type Warning, createClipWarning } from './warning.ts';

export type { Warning } from './warning.ts';

/** The checks of each clip by itself. */
const CLIP_CHECKS: readonly ((location: ClipLocation) => Warning[])[] = [
  warnAboutPlaceholder,
  warnAboutMatteFields,
  warnAboutOpacity,
  warnAboutVolume,
  warnAboutFade,
  warnAboutOffset,
  warnAboutEasing,
  warnAboutCrop,
  warnAboutPosition,
];

/**
 * What of an edit is hardly meant, now that its times are known: stills of moments that it does not have, what its clips say that has
 * no effect or hides them, and how those of a track lie in time (C27); at most one of each kind for a clip, and at most
 * {@link MAX_PROBLEMS} of them. Clips whose times are unknown are not looked at for the latter.
 *
 * @param edit merged.
 */
export function findWarnings(edit: Edit, times: EditTimes): Warning[] {
  const clips = listClips(edit);
  const found = [
    ...warnAboutOutput(edit, clips, times.duration),
    ...warnAboutStills(edit.output, times.duration),
  ];
  for (const location of clips) {
    found.push(...CLIP_CHECKS.flatMap((check) => check(location)));
    if (found.length >= MAX_PROBLEMS) break;
  }
  for (const inTrack of Map.groupBy(clips, ({ track }) => track).values()) {
    if (found.length >= MAX_PROBLEMS) break;
    found.push(...warnAboutTrack(inTrack, times, clips.length));
  }
  return found.slice(0, MAX_PROBLEMS);
}

/** In an address it would be a problem; in a text it stays as it is, and is seen. */
function warnAboutPlaceholder(location: ClipLocation): Warning[] {
  const { asset } = location.clip;
  const name = 'text' in asset ? findPlaceholder(asset.text) : undefined;
  if (name === undefined) return [];
  const phrase = `shows the placeholder {{ ${truncateText(name)} }}, for which "merge" has no value`;
  return [createClipWarning(location, ['asset', 'text'], phrase)];
}

/**
 * How the clips of one track lie in time.
 *
 * @param count how many clips the edit has: a single one without a length is an error.
 */
function warnAboutTrack(clips: readonly ClipLocation[], times: EditTimes, count: number): Warning[] {
  const timed = clips.flatMap((location): ClipInterval[] => {
    const { start, length } = times.of(location);
    return start && length ? [{ location, start: start.valueOf(), end: start.add(length).valueOf() }] : [];
  });
  const empty = timed.filter(({ start, end }) => end <= start);
  const lasting = timed.filter(({ start, end }) => end > start);
  const [mattes, others] = [lasting.filter(isMatte), lasting.filter((clip) => !isMatte(clip))];
  const visible = others.filter(({ location }) => location.clip.asset.type !== 'audio');
  return [
    ...(count > 1 ? empty : []).map(({ location }) =>
      createClipWarning(
        location,
        ['length'],
        'comes to 0 s, so the clip is never there; give it more seconds',
      ),
    ),
    ...warnAboutOverlaps(others.filter(isNotEmptyText)),
    ...(timed.length === clips.length ? warnAboutUnusedMattes(mattes, visible) : []),
  ];
}

/** A luma matte lies over the clips of its track by its nature. */
function isMatte({ location }: ClipInterval): boolean {
  return location.clip.asset.type === 'luma';
}

/** False for the empty text that `reduceToMoment` puts in the place of clips that are not visible. */
function isNotEmptyText({ location: { clip } }: ClipInterval): boolean {
  return clip.asset.type !== 'text' || clip.asset.text !== '';
}
