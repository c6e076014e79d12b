// The entry point of the threads of the checker.
import { type CheckResult, toCheckResult } from './check-result.ts';
import { type Checks, CHECKS } from './checks.ts';

/** A check to run, with its texts. */
export interface CheckTask {
  readonly name: keyof Checks;
  readonly texts: string[];
}

/** Runs a check. */
export function runCheck({ name, texts }: CheckTask): CheckResult {
  const check: (...texts: string[]) => unknown = CHECKS[name];
  return toCheckResult(() => check(...texts));
}
