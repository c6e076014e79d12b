import { type Rate, toRate } from '../../../base/time.ts';
import type { DeclaredRates } from '../../av/convert/picture-source.ts';

/** Rates of common devices and formats, in ascending order. */
const COMMON_RATES = [
  1, 2, 5, 6, 8, 10, 12, 12.5, 15, 20, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60, 90, 100, 119.88, 120,
  240,
].map(toRate);
/** The rate of a video that declares none. */
const USUAL_RATE = toRate(25);
/** Maximum relative difference of a declared rate from the common rate that is meant. */
const TOLERANCE = 0.002;
/** Maximum rate for a video whose frames are unevenly spaced. */
const MAX_UNEVEN_RATE = toRate(60);

/**
 * Returns the constant frame rate of a rendition without a requested rate: the average rate of the source.
 * A variable rate becomes the lowest common rate at which hardly any frame is lost.
 *
 * @param isUneven true if the source has a variable rate.
 * @param maxRate the highest rate that the codec supports.
 */
export function rateOf({ average, exact }: DeclaredRates, isUneven: boolean, maxRate: number): Rate {
  const declared = average ?? exact ?? USUAL_RATE;
  const nearest = isUneven ? unevenRate(declared, exact) : evenRate(declared);
  return nearest.gt(maxRate) ? toRate(maxRate) : nearest;
}

/** Returns the common rate that a declared rate means, or the declared rate in hundredths. */
function evenRate(declared: Rate): Rate {
  const distance = (rate: Rate): number => Math.abs(rate.div(declared).valueOf() - 1);
  const [nearest] = [...COMMON_RATES].sort((one, other) => distance(one) - distance(other));
  if (nearest && distance(nearest) <= TOLERANCE) return nearest;
  return toRate(Math.max(0.01, Math.round(declared.valueOf() * 100) / 100));
}

function unevenRate(average: Rate, exact: Rate | undefined): Rate {
  // Recordings of screens and phones drop frames of a constant rate.
  if (exact?.lte(MAX_UNEVEN_RATE) && exact.gte(average)) return evenRate(exact);
  return COMMON_RATES.find((rate) => rate.gte(average.mul(1 - TOLERANCE))) ?? MAX_UNEVEN_RATE;
}
