// What a thread of the checker runs.
import { type Checks, CHECKS } from './checks.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** One check to be done: its name and its texts. */
export interface Task {
  readonly name: keyof Checks;
  readonly texts: string[];
}

/** Does one check. */
export default function run({ name, texts }: Task): Outcome {
  const check: (...texts: string[]) => unknown = CHECKS[name];
  return outcomeOf(() => check(...texts));
}
