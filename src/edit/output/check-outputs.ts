import type { z } from 'zod';

/** Maximum number of outputs of an edit. */
export const MAX_OUTPUTS = 10;

/** The rule of {@link checkOutputs} as JSON Schema. */
export const OUTPUTS_RULE = {
  oneOf: ['output', 'outputs'].map((name) => ({ required: [name], properties: { [name]: {} } })),
};

/** Checks that an edit has either an output or a list of them. The value may be anything. */
export function checkOutputs(value: unknown, context: z.core.$RefinementCtx): void {
  if (!isRecord(value)) return;
  const { output, outputs } = value;
  if (output === undefined && outputs === undefined) {
    const params = { code: 'required', value: undefined };
    context.addIssue({ code: 'custom', path: ['output'], message: 'is required: an object', params });
  }
  if (output !== undefined && outputs !== undefined) {
    const message = 'cannot be combined with output. Remove one of the two';
    context.addIssue({
      code: 'custom',
      path: ['outputs'],
      message,
      params: { code: 'conflict', value: outputs },
    });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
