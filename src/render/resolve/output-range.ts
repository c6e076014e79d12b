import { KinoraError } from '../../base/errors.ts';
import type { Seconds } from '../../base/time.ts';
import { type Output, type OutputRange, resolveRange, checkRange } from '../../edit/model.ts';

/**
 * Returns the part of a timeline that an output renders.
 *
 * @param duration Length of the timeline, at least one frame.
 * @throws {KinoraError} `validation_failed` if the range contains no frame. The check of the edit cannot
 *   detect this if the length of the timeline depends on its media.
 */
export function toOutputRange(output: Output, duration: Seconds): OutputRange {
  const [problem] = checkRange(output, duration);
  if (problem) throw new KinoraError('validation_failed', problem.message);
  return resolveRange(output, duration);
}
