import { KinoraError } from '../base/errors.ts';
import type { ProviderContext } from './provider-exchange.ts';

/**
 * Removes what a failed sending left at its provider, even if its signal has aborted. Then throws the failure.
 *
 * @param failure why the sending failed. If the removal fails as well, the cause of a KinoraError names both.
 */
export async function cleanUpAndThrow(
  context: ProviderContext,
  failure: unknown,
  remove: (context: ProviderContext) => Promise<unknown>,
): Promise<never> {
  try {
    await remove({ ...context, signal: AbortSignal.timeout(context.policy.timeoutMs) });
  } catch (error) {
    if (failure instanceof KinoraError) {
      const both = new AggregateError(
        [failure, error],
        'Neither the sending nor the removal of its remains succeeded.',
      );
      throw new KinoraError(failure.code, failure.message, { cause: both });
    }
  }
  throw failure;
}
