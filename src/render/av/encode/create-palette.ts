import type { Frame } from '../ffmpeg.ts';
import { requireValue } from '../check.ts';
import { stampFrame } from './encoder.ts';
import { composedInput, FilterChain, videoInput } from '../filter-chain.ts';
import { copyPackedPixels, TO_SRGB } from '../video/convert-frame.ts';
import { isFullColour } from '../video/video-frame.ts';

/**
 * Chooses the best palette for composed frames with FFmpeg's `palettegen`.
 *
 * @param frames at least one frame, all of one size. The caller still owns them.
 * @param count maximum number of colours, 4 to 256.
 * @returns four bytes for each colour: gamma-encoded red, green and blue, and an unused byte. Colours may
 *   repeat.
 * @throws {MediaError} if FFmpeg cannot compute the palette.
 */
export async function createPalette(frames: readonly Frame[], count: number): Promise<Uint8Array> {
  const first = requireValue(frames[0], 'find the first frame');
  const input = isFullColour(first) ? videoInput(first) : composedInput(first);
  const palette = `palettegen=max_colors=${count}:reserve_transparent=0:stats_mode=full`;
  using chain = new FilterChain('video', input, `${TO_SRGB},format=bgra,${palette},format=rgba`);
  for (const [index, frame] of frames.entries()) {
    using shared = requireValue(frame.clone(), 'share the frame');
    stampFrame(shared, index);
    chain.push(shared);
  }
  chain.push(null);
  using found = requireValue(await chain.pull(), 'compute the palette');
  return copyPackedPixels(found).data.subarray(0, 4 * count);
}
