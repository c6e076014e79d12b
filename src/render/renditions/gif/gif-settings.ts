import { type Rate, toRate } from '../../../base/time.ts';
import type { Quality } from '../../encode/quality.ts';

/** The qualities of GIF renders, from the lowest. */
const QUALITIES: readonly Quality[] = ['verylow', 'low', 'medium', 'high', 'veryhigh'];
/** The quality of a rendition without `quality`. */
const DEFAULT_QUALITY = 60;
/** Maximum frame rate of a rendition without `fps`. More frames make a GIF very large. */
const USUAL_MAX_RATE = toRate(25);
/** Maximum frame rate. Browsers show a picture with a shorter delay for a tenth of a second. */
const MAX_RATE = toRate(50);

/** Returns the quality of GIF renders for `quality` of a transformation: one for each 20 steps. */
export function gifQualityOf(quality = DEFAULT_QUALITY): Quality {
  return QUALITIES[Math.ceil((quality * QUALITIES.length) / 100) - 1] ?? 'verylow';
}

/**
 * Returns the frame rate of a GIF: the requested one, up to 50. Otherwise that of the source, halved until it
 * is at most 25, so that the frames that stay are evenly spaced.
 */
export function gifRateOf(requested: number | undefined, source: Rate): Rate {
  if (requested !== undefined) {
    const rate = toRate(requested);
    return rate.gt(MAX_RATE) ? MAX_RATE : rate;
  }
  let rate = source;
  while (rate.gt(USUAL_MAX_RATE)) rate = rate.div(2);
  return rate;
}
