import type { z } from 'zod';
import { addProblem } from '../problems/add-problem.ts';
import { isObject } from '../../base/is-object.ts';

/** Maximum number of outputs of an edit. */
export const MAX_OUTPUTS = 10;

/** Checks that an edit has either an output or a list of them. The value may be anything. */
export function checkOutputs(value: unknown, context: z.core.$RefinementCtx): void {
  if (!isObject(value)) return;
  const { output, outputs } = value;
  if (output === undefined && outputs === undefined)
    addProblem(context, ['output'], 'is required: an object', 'required');
  if (output !== undefined && outputs !== undefined) {
    const message = 'cannot be combined with output. Remove one of the two';
    addProblem(context, ['outputs'], message, 'conflict', outputs);
  }
}
