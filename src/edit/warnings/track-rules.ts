import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { formatPath } from '../problems/problem.ts';
import type { EditTimes } from '../times/resolve-times.ts';
import { transitionTimes } from '../times/transition-times.ts';
import { isSound, isVisual, TOLERANCE_SECONDS } from './clip-rules.ts';
import type { Rule } from './rule.ts';
import { formatNumber, type Warning } from './warning.ts';

/** A clip with its times in seconds. Floats are exact enough to compare times. */
export interface ClipInterval {
  readonly location: ClipLocation;
  readonly start: number;
  readonly end: number;
}

/** The clips of a track whose times are known. */
interface Track {
  readonly empty: readonly ClipInterval[];
  readonly lasting: readonly ClipInterval[];
  /** True if the times of all clips are known. */
  readonly isKnown: boolean;
}

/** The rules of a track, whose clips may never appear, overlap or mask nothing. */
export const TRACK_RULES: readonly Rule<Track>[] = [
  {
    // If the only clip of an edit has the length 0, that is a problem, not a warning.
    when: (_, { clips }) => clips.length > 1,
    say: ({ empty }) =>
      empty.map(({ location }) => ({
        field: `${formatPath(clipPathOf(location))}.length`,
        text: 'The length works out to 0 s, so the clip never appears. Give it a longer length.',
      })),
  },
  {
    say: ({ lasting }) =>
      findOverlaps(
        lasting.filter(isShown),
        transitionSecondsBetween,
        (when) =>
          `This clip starts at ${when}. If clips on a track overlap, the later one in the list is on top.`,
      ),
  },
  {
    say: ({ lasting }) =>
      findOverlaps(
        lasting.filter(({ location }) => isSound(location.clip.asset)),
        crossfadeSecondsBetween,
        (when) =>
          `This sound starts at ${when}, so both are heard at once. If that is a mistake, start it later. If not, move it to another track.`,
      ),
  },
  { say: ({ lasting }) => findShortOverlaps(lasting) },
  { when: ({ isKnown }) => isKnown, say: ({ lasting }) => findUnusedMattes(lasting) },
];

/** Sorts the clips of a track by what is known of their times. */
export function measureTrack(clips: readonly ClipLocation[], times: EditTimes): Track {
  const intervals = clips.flatMap((location): ClipInterval[] => {
    const { start, length } = times.of(location);
    return start && length ? [{ location, start: start.valueOf(), end: start.add(length).valueOf() }] : [];
  });
  return {
    empty: intervals.filter(({ start, end }) => end <= start),
    lasting: intervals.filter(({ start, end }) => end > start),
    isKnown: intervals.length === clips.length,
  };
}

/**
 * True for a clip that is seen. A luma matte overlaps the clips that it masks. An empty text takes the place of a clip
 * that is not visible in `reduceToMoment`.
 */
export function isShown({ location }: ClipInterval): boolean {
  const { asset } = location.clip;
  const isBlank = asset.type === 'text' && asset.text === '' && asset.background === undefined;
  return isVisual(location) && !isBlank;
}

/**
 * Finds the clips of a track that start before an earlier one ends.
 *
 * @param allowedBetween returns the seconds by which two clips may overlap.
 * @param describe describes an overlap: `2 s, before timeline.tracks[0].clips[0] ends at 3 s`.
 */
function* findOverlaps(
  clips: readonly ClipInterval[],
  allowedBetween: (before: ClipInterval, clip: ClipInterval) => number,
  describe: (when: string) => string,
): Generator<Warning> {
  let latest: ClipInterval | undefined;
  for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
    if (latest && latest.end - clip.start > TOLERANCE_SECONDS + allowedBetween(latest, clip)) {
      const other = formatPath(clipPathOf(latest.location));
      const when = `${formatNumber(clip.start)} s, before ${other} ends at ${formatNumber(latest.end)} s`;
      yield { field: formatPath(clipPathOf(clip.location)), text: describe(when) };
    }
    if (!latest || clip.end > latest.end) latest = clip;
  }
}

/**
 * Returns the duration in seconds of the first clip's out transition or the next clip's in transition, whichever is
 * longer.
 */
function transitionSecondsBetween(before: ClipInterval, clip: ClipInterval): number {
  return Math.max(transitionTimesOf(before).out, transitionTimesOf(clip).in, overlapOf(clip));
}

function transitionTimesOf({ location, start, end }: ClipInterval): ReturnType<typeof transitionTimes> {
  return transitionTimes(location.clip.transition, end - start);
}

/** Returns infinity if the first sound becomes softer or the next one louder, which is intended. Otherwise 0. */
function crossfadeSecondsBetween(before: ClipInterval, sound: ClipInterval): number {
  return fades(before, 'fadeOut') || fades(sound, 'fadeIn') ? Infinity : overlapOf(sound);
}

/** Returns the seconds by which the author lets a clip overlap the one before. */
function overlapOf({ location }: ClipInterval): number {
  return location.clip.overlap ?? 0;
}

function fades({ location }: ClipInterval, fade: 'fadeIn' | 'fadeOut'): boolean {
  const { asset } = location.clip;
  if (asset.type !== 'audio' && asset.type !== 'text-to-speech') return false;
  const { effect, volume } = asset;
  return effect === fade || effect === 'fadeInFadeOut' || Array.isArray(volume);
}

/** Finds the overlaps that are shorter than the edit asks for, because a clip is too short for them. */
function* findShortOverlaps(clips: readonly ClipInterval[]): Generator<Warning> {
  for (const [at, clip] of clips.entries()) {
    const { index, clip: own } = clip.location;
    const before = clips[at - 1];
    if (own.start !== 'auto' || before?.location.index !== index - 1) continue;
    const [wanted, found] = [overlapOf(clip), before.end - clip.start];
    if (wanted - found <= TOLERANCE_SECONDS) continue;
    const text = `The overlap lasts ${formatNumber(found)} s instead of ${formatNumber(wanted)} s, because it may be as long as either clip, or as half of a clip that is overlapped on both sides.`;
    yield { field: `${formatPath(clipPathOf(clip.location))}.overlap`, text };
  }
}

/** Finds the luma mattes of a track that mask no other clip. */
function* findUnusedMattes(clips: readonly ClipInterval[]): Generator<Warning> {
  const mattes = clips.filter(({ location }) => location.clip.asset.type === 'luma');
  if (mattes.length === 0) return;
  const ordered = clips.filter(({ location }) => isVisual(location)).sort((a, b) => a.start - b.start);
  // For each clip, the latest end of that clip and all clips before it. This makes a binary search possible.
  const ends: number[] = [];
  for (const { end } of ordered) ends.push(Math.max(end, ends.at(-1) ?? end));
  for (const { location, start, end } of mattes) {
    const before = countStartingBefore(ordered, end);
    if (before > 0 && (ends[before - 1] ?? 0) > start) continue;
    const text =
      'This clip is a luma matte, but no other clip on its track is visible at that time. Put it on the track of the clip that it masks, at the same time.';
    yield { field: formatPath(clipPathOf(location)), text };
  }
}

/** Counts the clips that start before a moment, given in seconds. The clips must be sorted by start. */
function countStartingBefore(ordered: readonly ClipInterval[], second: number): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((ordered[middle]?.start ?? second) < second) from = middle + 1;
    else to = middle;
  }
  return from;
}
