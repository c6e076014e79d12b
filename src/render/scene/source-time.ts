import { timeAtFrame, NATURAL_SPEED, type Rate, type Seconds, toSeconds, ZERO } from '../../base/time.ts';
import type { SourceMoment } from '../media/source-moment.ts';
import { currentSpeed, findPart, lengthOfParts, type KeptParts, playedUpTo } from '../resolve/playback.ts';
import type { VideoVisual } from '../resolve/timeline.ts';

/** Output frames for which the last frame of a file stays after its end (contract C14). */
const FRAMES_AFTER_END = 2;

/** Seconds after the end of a file at which its last frame is gone for sure. */
const AFTER_END: Seconds = toSeconds(3600);

/** Practically endless: even the shortest source then plays beyond the longest timeline. */
const MAX_PLAYS = 2 ** 31;

/**
 * Returns the moment of its source that a video shows in an output frame (contracts C21 and C22).
 *
 * @param time Seconds since the start of its clip.
 * @param rate Frame rate of the output.
 */
export function sourceMomentOf(video: VideoVisual, time: Seconds, rate: Rate): SourceMoment {
  const { trim, parts, fileEnd, track } = video;
  const step = timeAtFrame(1, rate);
  const playback = { speed: NATURAL_SPEED, ...video };
  const [played, direction] = [playedUpTo(playback, time), currentSpeed(playback, time)];
  const speed = direction.abs();
  const blends = video.blends === true && speed.gt(0) && speed.lte(NATURAL_SPEED);
  return {
    ...(parts ? { time: timeInParts(video, parts, played) } : repeatedMoment(video, trim.add(played))),
    lead: blends ? ZERO : step.mul(speed).div(2),
    tail: step
      .mul(speed.gt(0) ? speed : NATURAL_SPEED)
      .mul(FRAMES_AFTER_END)
      .add(fileEnd && track.duration ? fileEnd.sub(track.duration) : ZERO),
    ...(blends && { blends }),
    ...(direction.lt(0) && { isBackward: true }),
  };
}

/**
 * Returns the moment for a second that counts on through all repetitions of the source. After the last
 * repetition, the last frame stays. Before the beginning of a source that is not repeated, nothing is shown.
 */
function repeatedMoment(
  { track, fileEnd = track.duration, playCount, repeatFrom = ZERO }: VideoVisual,
  second: Seconds,
): Pick<SourceMoment, 'time' | 'restart'> {
  const period = fileEnd?.sub(repeatFrom);
  if (playCount === undefined || !fileEnd || !period?.gt(0))
    return { time: second.lt(0) ? (track.duration ?? ZERO).add(AFTER_END) : second };
  const plays = Math.min(playCount, MAX_PLAYS);
  const played = second.sub(repeatFrom);
  if (played.lt(0)) return { time: repeatFrom.add(played.mod(period).add(period).mod(period)) };
  if (played.gte(period.mul(plays))) return { time: fileEnd };
  const isLast = played.gte(period.mul(plays - 1));
  return {
    time: repeatFrom.add(played.mod(period)),
    ...(!isLast && { restart: { at: fileEnd, to: repeatFrom } }),
  };
}

/** Returns the source second of a second of all parts in a row. After the last part, nothing is shown. */
function timeInParts({ track, playCount }: VideoVisual, parts: KeptParts, played: Seconds): Seconds {
  const length = lengthOfParts(parts);
  const second = playCount === undefined ? played : played.mod(length);
  const { from, at, to } = findPart(parts, second);
  return second.lt(length) ? from.add(second.sub(at)) : (track.duration ?? to).add(AFTER_END);
}
