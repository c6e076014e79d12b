import type { KinoraError } from '../../base/errors.ts';
import type { AttemptJob } from '../../jobs/attempt-job.ts';
import { DiskTooSmall } from '../disk-room.ts';
import { isInfrastructureFault } from './infrastructure-fault.ts';
import { isGivenUp } from './retry-until-stored.ts';

/** The next step after an attempt that did not succeed, in the words of the queue. */
export type NextStep = 'back' | 'later' | 'again' | 'failed';

/**
 * Decides what follows an attempt that did not succeed.
 *
 * @param error as `toAttemptError` returns it.
 * @param mayPass true if another attempt may succeed. Default: if the table of errors says so.
 */
export function decideNext(
  error: KinoraError,
  { signal, isLastTry }: Pick<AttemptJob<string>, 'signal' | 'isLastTry'>,
  mayPass = error.retry,
): NextStep {
  if (signal.aborted && error === signal.reason) return 'back';
  if (isGivenUp(error) || error instanceof DiskTooSmall) return 'failed';
  if (isInfrastructureFault(error)) return 'later';
  return mayPass && !isLastTry ? 'again' : 'failed';
}
