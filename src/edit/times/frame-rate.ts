import { type Rate, rate } from '../../base/time.ts';
import type { Output } from '../schema/output.ts';

const USUAL = 25;
const PREVIEW = 15;
/** Browsers show a picture of a gif for a tenth of a second where it should be less than two hundredths. */
export const FASTEST_GIF = 50;

/**
 * The frames of an output in a second (contract 2.2). A gif of more than 50 is made with 50: evenly in time, rather than with some of its
 * pictures left out.
 */
export function frameRate({
  fps,
  resolution,
  format,
}: Partial<Pick<Output, 'fps' | 'resolution' | 'format'>>): Rate {
  const wanted = rate(fps ?? (resolution === 'preview' ? PREVIEW : USUAL));
  return format === 'gif' && wanted.gt(FASTEST_GIF) ? rate(FASTEST_GIF) : wanted;
}
