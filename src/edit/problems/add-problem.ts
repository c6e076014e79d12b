import type { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/**
 * Adds a problem to the result of a rule of a schema.
 *
 * @param path from the value that the rule checks.
 * @param message says what is wrong and what to do, without the field.
 */
export function addProblem(
  context: z.core.$RefinementCtx,
  path: string[],
  message: string,
  code: ProblemCode,
  value?: unknown,
): void {
  context.addIssue({ code: 'custom', path, message, params: { code, value } });
}
