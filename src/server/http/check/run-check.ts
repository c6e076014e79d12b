// What a thread of the checker runs.
import { type CheckResult, toCheckResult } from './check-result.ts';
import { type Checks, CHECKS } from './checks.ts';

/** One check to be done: its name and its texts. */
export interface CheckTask {
  readonly name: keyof Checks;
  readonly texts: string[];
}

/** Does one check. */
export function runCheck({ name, texts }: CheckTask): CheckResult {
  const check: (...texts: string[]) => unknown = CHECKS[name];
  return toCheckResult(() => check(...texts));
}
