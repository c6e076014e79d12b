import { type Rate, toRate } from '../../base/time.ts';
import type { Output } from '../schema/output.ts';

const DEFAULT_FRAME_RATE = 25;
const PREVIEW_FRAME_RATE = 15;
/** Browsers show a picture of a gif for a tenth of a second where it should be less than two hundredths. */
export const MAX_GIF_FRAME_RATE = 50;

/**
 * The frames of an output in a second (contract 2.2). A gif of more than 50 is made with 50: evenly in time, rather than with some of its
 * pictures left out.
 */
export function frameRateOf({
  fps,
  resolution,
  format,
}: Partial<Pick<Output, 'fps' | 'resolution' | 'format'>>): Rate {
  const requested = toRate(fps ?? (resolution === 'preview' ? PREVIEW_FRAME_RATE : DEFAULT_FRAME_RATE));
  return format === 'gif' && requested.gt(MAX_GIF_FRAME_RATE) ? toRate(MAX_GIF_FRAME_RATE) : requested;
}
