import { formatPath, MAX_PROBLEMS } from '../problems/problem.ts';
import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { transitionTimes } from '../times/transition-times.ts';
import { formatNumber, type Warning, createClipWarning } from './warning.ts';

/** A clip with its times in seconds. Floats are exact enough to compare times. */
export interface ClipInterval {
  readonly location: ClipLocation;
  readonly start: number;
  readonly end: number;
}

/**
 * Maximum overlap in seconds that may come from rounded numbers. So short an overlap is not visible on any
 * frame.
 */
const TOLERANCE_SECONDS = 0.001;

/**
 * Warns about visible clips of a track that start before another clip ends, unless a transition covers the
 * overlap.
 */
export function warnAboutOverlaps(clips: readonly ClipInterval[]): Warning[] {
  return findOverlaps(clips, transitionSecondsBetween).map(([before, clip]) => {
    const text = `This clip starts at ${formatStarts(clip, before)}. If clips on a track overlap, the later one in the list is on top.`;
    return createClipWarning(clip.location, [], text);
  });
}

/**
 * Warns about sounds of a track that start before another sound ends, such as a voice that interrupts another.
 * If one of them fades or has an animated volume, the overlap is intended.
 */
export function warnAboutSoundOverlaps(sounds: readonly ClipInterval[]): Warning[] {
  return findOverlaps(sounds, crossfadeSecondsBetween).map(([before, sound]) => {
    const text = `This sound starts at ${formatStarts(sound, before)}, so both are heard at once. If that is a mistake, start it later. If not, move it to another track.`;
    return createClipWarning(sound.location, [], text);
  });
}

/**
 * Finds the clips of a track that start before an earlier one ends, with that one. Finds at most
 * {@link MAX_PROBLEMS}.
 *
 * @param allowedBetween returns the seconds by which two clips may overlap.
 */
function findOverlaps(
  clips: readonly ClipInterval[],
  allowedBetween: (before: ClipInterval, clip: ClipInterval) => number,
): (readonly [ClipInterval, ClipInterval])[] {
  const found: (readonly [ClipInterval, ClipInterval])[] = [];
  let latest: ClipInterval | undefined;
  for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
    if (latest && latest.end - clip.start > TOLERANCE_SECONDS + allowedBetween(latest, clip))
      found.push([latest, clip]);
    if (found.length >= MAX_PROBLEMS) break;
    if (!latest || clip.end > latest.end) latest = clip;
  }
  return found;
}

/**
 * Returns the duration in seconds of the first clip's out transition or the next clip's in transition,
 * whichever is longer.
 */
function transitionSecondsBetween(before: ClipInterval, clip: ClipInterval): number {
  return Math.max(transitionTimesOf(before).out, transitionTimesOf(clip).in, overlapOf(clip));
}

function transitionTimesOf({ location, start, end }: ClipInterval): ReturnType<typeof transitionTimes> {
  return transitionTimes(location.clip.transition, end - start);
}

/** Returns infinity if the first sound becomes softer or the next one louder, otherwise 0. */
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

/** Returns the start of a clip and the end of the one before: `2 s, before timeline.tracks[0].clips[0] ends at 3 s`. */
function formatStarts(clip: ClipInterval, before: ClipInterval): string {
  const other = formatPath(clipPathOf(before.location));
  return `${formatNumber(clip.start)} s, before ${other} ends at ${formatNumber(before.end)} s`;
}
