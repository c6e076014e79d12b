import { type Rate, toRate } from '../../base/time.ts';
import { nominalRateOf, type RateFields } from './nominal-rate.ts';

/** Returns the exact frame rate of an output: 30000/1001 for 29.97. */
export function frameRateOf(output: RateFields): Rate {
  return toRate(nominalRateOf(output));
}
