import { KinoraError } from '../base/errors.ts';
import type { DestinationContext } from './destination-exchange.ts';

/**
 * Cleans up after a failed upload and rethrows its error. The cleanup runs even if the signal of the upload
 * has aborted.
 *
 * @param failure the error of the upload. If this error is a KinoraError and the cleanup fails as well, the
 *   cause of the thrown error holds both errors.
 * @param remove removes the leftovers of the upload at the provider.
 */
export async function cleanUpAndThrow(
  context: DestinationContext,
  failure: unknown,
  remove: (context: DestinationContext) => Promise<unknown>,
): Promise<never> {
  try {
    await remove({ ...context, signal: AbortSignal.timeout(context.policy.timeoutMs) });
  } catch (error) {
    if (failure instanceof KinoraError) {
      const both = new AggregateError([failure, error], 'Both the upload and its cleanup failed.');
      throw new KinoraError(failure.code, failure.message, { cause: both });
    }
  }
  throw failure;
}
