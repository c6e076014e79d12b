// The entry point of the threads of the checker.
import { type ErrorCode, KinoraError } from '../../../base/errors.ts';
import type { Problem } from '../../../edit/index.ts';
import { InvalidRequest } from '../response/errors.ts';
import { type Checks, CHECKS } from './checks.ts';

/** A check to run, with its texts. */
export interface CheckTask {
  readonly name: keyof Checks;
  readonly texts: string[];
}

/** The result of a check. Unlike instances of an error class, it can be passed between threads. */
export type CheckResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message: string;
      readonly problems: Problem[];
      readonly hint: string;
    };

/** Runs a check. @throws every error that is not a KinoraError. */
export function runCheck({ name, texts }: CheckTask): CheckResult {
  const check: (...texts: string[]) => unknown = CHECKS[name];
  try {
    return { ok: true, value: check(...texts) };
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    const { problems = [], hint = '' } = error instanceof InvalidRequest ? error : {};
    return { ok: false, code: error.code, message: error.message, problems: [...problems], hint };
  }
}

/** Returns the value of a check, or throws its error. */
export function unwrapCheckResult(result: CheckResult): unknown {
  if (result.ok) return result.value;
  const { code, message, problems, hint } = result;
  throw problems.length === 0 ? new KinoraError(code, message) : new InvalidRequest(problems, code, hint);
}
