import { type Rate, toRate } from '../../base/time.ts';
import type { Output } from '../schema/output.ts';

const DEFAULT_FRAME_RATE = 25;
const PREVIEW_FRAME_RATE = 15;
/**
 * Maximum frame rate of a gif. At a higher rate, a frame would last less than 0.02 s, and browsers would show
 * the frame for 0.1 s instead.
 */
export const MAX_GIF_FRAME_RATE = 50;

/**
 * Returns the frame rate of an output (contract 2.2). A gif is limited to {@link MAX_GIF_FRAME_RATE}, so that
 * its motion stays even and no frames have to be dropped.
 */
export function frameRateOf({
  fps,
  resolution,
  format,
}: Partial<Pick<Output, 'fps' | 'resolution' | 'format'>>): Rate {
  const requested = toRate(fps ?? (resolution === 'preview' ? PREVIEW_FRAME_RATE : DEFAULT_FRAME_RATE));
  return format === 'gif' && requested.gt(MAX_GIF_FRAME_RATE) ? toRate(MAX_GIF_FRAME_RATE) : requested;
}
