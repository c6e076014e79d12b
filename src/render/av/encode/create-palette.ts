import type { Frame } from 'node-av';
import { requireValue } from '../check.ts';
import { stampFrame } from './encoder.ts';
import { composedInput, FilterChain } from '../filter-chain.ts';
import { copyPackedPixels, TO_SRGB } from '../video/convert-frame.ts';

/**
 * The colours that stand best for all those of some composed pictures, by FFmpeg's `palettegen`.
 *
 * @param frames of one size, at least one; they stay the caller's.
 * @param count how many colours there may be, 4 to 256.
 * @returns red, green, blue and one byte more of each colour, gamma-coded; some may be the same.
 */
export async function createPalette(frames: readonly Frame[], count: number): Promise<Uint8Array> {
  const input = composedInput(requireValue(frames[0], 'find a picture'));
  const palette = `palettegen=max_colors=${count}:reserve_transparent=0:stats_mode=full`;
  using chain = new FilterChain('video', input, `${TO_SRGB},format=bgra,${palette},format=rgba`);
  for (const [index, frame] of frames.entries()) {
    using shared = requireValue(frame.clone(), 'share a picture');
    stampFrame(shared, index);
    chain.push(shared);
  }
  chain.push(null);
  using found = requireValue(await chain.pull(), 'find the colours of a picture');
  return copyPackedPixels(found).data.subarray(0, 4 * count);
}
