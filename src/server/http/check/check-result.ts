import { type ErrorCode, KinoraError } from '../../../base/errors.ts';
import type { Problem } from '../../../edit/index.ts';
import { InvalidRequest } from '../response/errors.ts';

/** How a check ended, in a form that passes from one thread to another, unlike the class of an error. */
export type CheckResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly problems: Problem[] };

/** The result of a check. What is no KinoraError is thrown on. */
export function toCheckResult(check: () => unknown): CheckResult {
  try {
    return { ok: true, value: check() };
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    const problems = error instanceof InvalidRequest ? [...error.problems] : [];
    return { ok: false, code: error.code, message: error.message, problems };
  }
}

/** What the check returned; throws what it threw. */
export function unwrapCheckResult(result: CheckResult): unknown {
  if (result.ok) return result.value;
  const [first, ...others] = result.problems;
  throw first === undefined
    ? new KinoraError(result.code, result.message)
    : new InvalidRequest([first, ...others]);
}
