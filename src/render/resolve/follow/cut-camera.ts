import {
  NATURAL_SPEED,
  type Seconds,
  type Span,
  timeAtFrame,
  toSeconds,
  type Rate,
} from '../../../base/time.ts';
import { SUBJECT_RATE } from '../../media/subject-track.ts';
import { findPart, type Playback, playedUpTo } from '../playback.ts';
import type { VisualClip } from '../timeline.ts';
import { type Camera, type CameraShot, isResting } from './camera.ts';

/** A part of a source in microseconds. */
export interface PlayedRange {
  readonly from: number;
  readonly to: number;
}

/** Seconds between the moments at which a speed that changes is looked at. */
const LOOK_STEP = 0.25;
/** Microseconds of the source to keep before and after what is played. */
const MARGIN = 2e6;

/** Returns the part of a source that is played from one second of its clip to another, and a little more. */
export function playedRangeOf(playback: Playback, from: number, to: number): PlayedRange {
  const { trim, parts, ramp } = playback;
  const secondAt = (time: number): Seconds => {
    const played = playedUpTo(playback, toSeconds(time));
    if (!parts) return trim.add(played);
    const part = findPart(parts, played);
    return part.from.add(played.sub(part.at));
  };
  const looks = ramp ? Math.ceil((to - from) / LOOK_STEP) : 1;
  const seconds = Array.from({ length: looks + 1 }, (_, look) =>
    secondAt(from + ((to - from) * look) / looks).valueOf(),
  );
  return { from: Math.min(...seconds) * 1e6 - MARGIN, to: Math.max(...seconds) * 1e6 + MARGIN };
}

/** Returns what decides a camera in a part of its source. */
export function cutCamera(camera: readonly CameraShot[], { from, to }: PlayedRange): CameraShot[] {
  return camera
    .filter((shot, index) => (camera[index + 1]?.from ?? Infinity) >= from && shot.from <= to)
    .map((shot) => {
      const stepAt = (time: number): number =>
        Math.max(0, Math.floor(((time - shot.since) * SUBJECT_RATE) / 1e6));
      const most = Math.max(shot.x.length, shot.y.length) - 1;
      const [first, end] = [Math.min(stepAt(from), most), stepAt(to) + 1];
      const cut = (places: readonly number[]): readonly number[] => {
        const kept = places.length === 1 ? places : places.slice(first, end);
        return kept.every((place) => place === kept[0]) ? kept.slice(0, 1) : kept;
      };
      return { ...shot, since: shot.since + (first * 1e6) / SUBJECT_RATE, x: cut(shot.x), y: cut(shot.y) };
    });
}

/** Describes what decides the camera of a clip in a span of frames of the timeline. */
export function describeCamera(
  camera: Camera,
  { visual, from }: VisualClip,
  span: Span,
  rate: Rate,
): unknown {
  const rests = isResting(camera);
  if (visual.kind !== 'video' || visual.playCount !== undefined) return { rests, camera };
  const secondOf = (frame: number): number => timeAtFrame(Math.max(0, frame - from), rate).valueOf();
  const range = playedRangeOf({ speed: NATURAL_SPEED, ...visual }, secondOf(span.from), secondOf(span.to));
  return { rests, camera: cutCamera(camera, range) };
}
