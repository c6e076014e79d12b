import { toKinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { Compute, GivenEdit, ShownProblems } from './compute/computations.ts';
import { RejectedEdit } from './rejected-edit.ts';

/** Maximum number of problems in an answer. */
const MAX_PROBLEMS = 8;

/** The parts that {@link describeFailure} uses. */
interface FailureParts {
  readonly compute: Compute;
  readonly log: Logger;
}

/**
 * Says why a call has failed and what to change.
 *
 * @param given the edit of the call. Undefined if it had none.
 */
export async function describeFailure(
  error: unknown,
  given: GivenEdit | undefined,
  { compute, log }: FailureParts,
): Promise<string> {
  if (!(error instanceof RejectedEdit)) {
    const known = toKinoraError(error);
    if (known.concernsOperator) log.error({ err: known.cause ?? known }, known.message);
    return known.message;
  }
  const problems = error.problems.slice(0, MAX_PROBLEMS);
  if (!given) return problems.map(({ message }) => message).join(' ');
  const { hint } = error;
  const shown: ShownProblems = { problems, count: error.problems.length, hint, id: given.id };
  return await compute('describeProblems', JSON.stringify(shown), given.text);
}
