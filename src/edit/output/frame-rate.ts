import { type Rate, toRate } from '../../base/time.ts';
import type { Output } from '../schema/output.ts';

const DEFAULT_FRAME_RATE = 25;
const PREVIEW_FRAME_RATE = 15;
/** Maximum frame rate of a gif. Browsers show a frame for 0.1 s if its delay is less than 0.02 s. */
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
