import { seconds, type Seconds, shownRate, ZERO } from '../../base/time.ts';
import { lengthOwners } from '../lengths.ts';
import { type ClipPlace, pathOf } from '../places.ts';
import { jsonTypeOf, problemAt, type Problem } from '../problem.ts';
import { clipsByAlias } from '../references.ts';
import type { RightParts } from '../right-parts.ts';
import type { Asset } from '../schema/asset.ts';
import type { Output } from '../schema/output.ts';
import { frameRate } from './frame-rate.ts';
import { framesIn, rangeProblems } from './range.ts';
import { type MaybeSeconds, type MediaLength, STILL_LENGTH, type Times, timesOf } from './times.ts';

/** A timeline may be this long, in hours: beyond lies a slip of the pen, or somebody who wants to fill the disk. */
export const MOST_HOURS = 12;

/** The longest timeline. */
export const LONGEST_TIMELINE: Seconds = seconds(MOST_HOURS * 3600);

/** The types of assets whose length only their media know. */
const WITH_MEDIA_LENGTH: readonly Asset['type'][] = [
  'video',
  'audio',
  'luma',
  'caption',
  'rich-caption',
  'image-to-video',
  'text-to-speech',
];

/** What `length: auto` is for a clip as far as it is known without a look at any media. */
export const lengthWithoutMedia: MediaLength = ({ clip }) =>
  WITH_MEDIA_LENGTH.includes(clip.asset.type) ? undefined : STILL_LENGTH;

/**
 * What is wrong with the times of an edit as far as they are known without a look at any media: a timeline that is longer than
 * {@link LONGEST_TIMELINE} or shorter than one frame, and a range without a frame. A range that only ends later is no problem: it goes
 * to the end.
 *
 * @param parts with all clips, and without problems of their references.
 */
export function timelineProblems({ places, output }: RightParts): Problem[] {
  const times = timesOf(places, lengthWithoutMedia);
  const givers = lengthGivers(places);
  return [
    ...tooLong(givers, times),
    ...(output ? tooShort(givers, times.duration, output) : []),
    ...(output ? rangeProblems(output, times.duration) : []),
  ];
}

/** The clips that say how long the timeline is. */
function lengthGivers(places: readonly ClipPlace[]): readonly ClipPlace[] {
  const owners = lengthOwners(places, clipsByAlias(places));
  return places.filter((place) => owners.get(place)?.clip.length !== 'end');
}

/** One problem, for the first clip that goes too far: those that wait for it may only follow it. */
function tooLong(givers: readonly ClipPlace[], times: Times): Problem[] {
  if (times.duration?.lte(LONGEST_TIMELINE) === true) return [];
  // A clip that starts nobody knows when ends after its own length at least.
  const endOf = (place: ClipPlace): Seconds => {
    const { start = ZERO, length = ZERO } = times.of(place);
    return start.add(length);
  };
  const first = givers.find((place) => endOf(place).gt(LONGEST_TIMELINE));
  if (first === undefined) return [];
  const phrase = `ends at ${endOf(first).valueOf()} s; a timeline may last ${MOST_HOURS} hours, ${LONGEST_TIMELINE.valueOf()} s, at the most`;
  return [problemAt(pathOf(first), 'out_of_range', phrase, 'object')];
}

function tooShort([first]: readonly ClipPlace[], duration: MaybeSeconds, output: Output): Problem[] {
  if (first === undefined || duration === undefined || framesIn(duration, output) >= 1) return [];
  const phrase = `must be more, or the timeline is shorter than one frame: it lasts ${duration.valueOf()} s, at ${shownRate(frameRate(output))} frames a second`;
  return [problemAt([...pathOf(first), 'length'], 'no_length', phrase, jsonTypeOf(first.clip.length))];
}
