import type { SourceMoment } from '../../media/source-moment.ts';
import { SUBJECT_RATE } from '../../media/subject-track.ts';

/** The camera in a part of a source without a cut. Places are fractions of a side of the upright picture, 0 to 1. */
export interface CameraShot {
  /** Microseconds of the source at which its first frame and the frame before it begin, rounded down. */
  readonly from: number;
  readonly after: number;
  /** Microseconds of the source of the first place. */
  readonly since: number;
  /** The control points of a uniform cubic B-spline, {@link SUBJECT_RATE} per second. A single one rests. */
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** The parts of a source in the order of their times, at least one. */
export type Camera = readonly [CameraShot, ...CameraShot[]];

/** A point of a picture as fractions of its sides. */
export interface CameraPlace {
  readonly x: number;
  readonly y: number;
}

/** Microseconds that two times may be wrong together, because they were rounded down. */
const ROUNDING = 2;

/** True if a camera stays where it is all the time. */
export function isResting(camera: Camera): boolean {
  return camera.length === 1 && camera[0].x.length === 1 && camera[0].y.length === 1;
}

/** Returns the point of the picture that is in the middle at a moment of the source. */
export function cameraAt(camera: Camera, moment: Pick<SourceMoment, 'time' | 'lead'>): CameraPlace {
  const time = moment.time.valueOf() * 1e6;
  const lead = moment.lead.valueOf() * 1e6;
  // The same rule as that of `isLaterShown`, which decides what frame is shown.
  const isShown = ({ from, after }: CameraShot): boolean =>
    from <= time || (from - time < lead - ROUNDING && from + after < 2 * time - ROUNDING);
  let [first, end] = [0, camera.length];
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    if (isShown(camera[middle] ?? camera[0])) first = middle;
    else end = middle;
  }
  const { since, x, y } = camera[first] ?? camera[0];
  const step = ((time - since) * SUBJECT_RATE) / 1e6;
  return { x: splineAt(x, step), y: splineAt(y, step) };
}

/** Returns the value of a uniform cubic B-spline. Before its first and after its last point, these repeat. */
function splineAt(points: readonly number[], step: number): number {
  const last = points.length - 1;
  if (last === 0) return points[0] ?? 0;
  const within = Math.min(last, Math.max(0, step));
  const at = Math.min(Math.floor(within), Math.max(0, last - 1));
  const t = within - at;
  const point = (index: number): number => points[Math.min(last, Math.max(0, index))] ?? 0;
  const u = 1 - t;
  return (
    (u ** 3 * point(at - 1) +
      (3 * t ** 3 - 6 * t ** 2 + 4) * point(at) +
      (3 * u ** 3 - 6 * u ** 2 + 4) * point(at + 1) +
      t ** 3 * point(at + 2)) /
    6
  );
}
