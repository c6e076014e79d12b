import { type ErrorCode, KinoraError } from '../../../base/errors.ts';
import type { Problem } from '../../../edit/index.ts';
import { InvalidRequest } from '../errors.ts';

/** How a check ended, in a form that passes from one thread to another, unlike the class of an error. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly problems: Problem[] };

/** The outcome of a check. What is no KinoraError is thrown on. */
export function outcomeOf(check: () => unknown): Outcome {
  try {
    return { ok: true, value: check() };
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    const problems = error instanceof InvalidRequest ? [...error.problems] : [];
    return { ok: false, code: error.code, message: error.message, problems };
  }
}

/** What the check returned; throws what it threw. */
export function valueOf(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.value;
  const [first, ...others] = outcome.problems;
  throw first === undefined
    ? new KinoraError(outcome.code, outcome.message)
    : new InvalidRequest([first, ...others]);
}
