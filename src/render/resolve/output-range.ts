import { KinoraError } from '../../base/errors.ts';
import type { Seconds } from '../../base/time.ts';
import { type Output, type OutputRange, resolveRange, checkRange } from '../../edit/model.ts';

/**
 * The part of a timeline that an output shows.
 *
 * @param duration of the timeline; at least one frame.
 * @throws {KinoraError} `validation_failed` when there is no frame in it, which only the media could tell.
 */
export function toOutputRange(output: Output, duration: Seconds): OutputRange {
  const [problem] = checkRange(output, duration);
  if (problem) throw new KinoraError('validation_failed', problem.message);
  return resolveRange(output, duration);
}
