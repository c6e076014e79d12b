import type { Output } from '../schema/output.ts';

const DEFAULT_FRAME_RATE = 25;
const PREVIEW_FRAME_RATE = 15;
/**
 * Maximum frame rate of a gif. At a higher rate, a frame would last less than 0.02 s, and browsers would show
 * the frame for 0.1 s instead.
 */
export const MAX_GIF_FRAME_RATE = 50;

/** The fields that decide the frame rate of an output. */
export type RateFields = Partial<Pick<Output, 'fps' | 'resolution' | 'format'>>;

/**
 * Returns the frames per second of an output as edits write them: 29.97 (contract 2.2). A gif is limited to
 * {@link MAX_GIF_FRAME_RATE}, so that its motion stays even and no frames have to be dropped.
 */
export function nominalRateOf({ fps, resolution, format }: RateFields): number {
  const requested = fps ?? (resolution === 'preview' ? PREVIEW_FRAME_RATE : DEFAULT_FRAME_RATE);
  return format === 'gif' ? Math.min(requested, MAX_GIF_FRAME_RATE) : requested;
}
