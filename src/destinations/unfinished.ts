import { KinoraError } from '../base/errors.ts';
import type { Way } from './exchange.ts';

/**
 * Removes what a sending that failed left at its provider, also when its signal has fired.
 *
 * @param because why it failed, which is always thrown. When the removal fails too, that is told in the cause of one of our errors.
 */
export async function withoutRemains(
  way: Way,
  because: unknown,
  remove: (way: Way) => Promise<unknown>,
): Promise<never> {
  try {
    await remove({ ...way, signal: AbortSignal.timeout(way.patience.wait) });
  } catch (error) {
    if (because instanceof KinoraError) {
      const both = new AggregateError(
        [because, error],
        'Neither the sending nor the removal of its remains succeeded.',
      );
      throw new KinoraError(because.code, because.message, { cause: both });
    }
  }
  throw because;
}
