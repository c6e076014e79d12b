import { expect } from 'vitest';
import { KinoraError } from './errors.ts';

/** What the work fails with, as `code: message`; a failure of the test if it does not, or not with one of our errors. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => expect.unreachable('the work did not fail'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof KinoraError)) throw error;
  return `${error.code}: ${error.message}`;
}
