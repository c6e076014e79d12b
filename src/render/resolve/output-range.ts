import { KinoraError } from '../../base/errors.ts';
import type { Seconds } from '../../base/time.ts';
import { type Output, type OutputRange, rangeOf, rangeProblems } from '../../edit/edit.ts';

/**
 * The part of a timeline that an output shows.
 *
 * @param duration of the timeline; at least one frame.
 * @throws {KinoraError} `validation_failed` when there is no frame in it, which only the media could tell.
 */
export function outputRange(output: Output, duration: Seconds): OutputRange {
  const [problem] = rangeProblems(output, duration);
  if (problem) throw new KinoraError('validation_failed', problem.message);
  return rangeOf(output, duration);
}
