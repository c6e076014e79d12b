import { expect } from 'vitest';
import { KinoraError } from './errors.ts';

/**
 * Returns the error that the work throws, as `code: message`. Fails the test if the work succeeds or throws
 * anything but a {@link KinoraError}.
 */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => expect.unreachable('the work did not fail'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof KinoraError)) throw error;
  return `${error.code}: ${error.message}`;
}
