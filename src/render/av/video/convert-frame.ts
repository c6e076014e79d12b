import { AVCOL_RANGE_JPEG, AVCOL_SPC_RGB } from '../ffmpeg.ts';
import { requireValue } from '../check.ts';
import { composedInput, FilterChain, videoInput } from '../filter-chain.ts';
import { type FrameViews, isFullColour, type VideoFrame, viewsOf } from './video-frame.ts';

/** The filter that converts composed frames to full-range RGB. A `format` filter must follow. */
export const TO_SRGB = 'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp';

/**
 * Converts a composed frame to straight RGBA in rows without padding.
 *
 * @throws {MediaError} if FFmpeg fails.
 */
export async function toRgba(
  frame: VideoFrame,
): Promise<{ data: Uint8Array; width: number; height: number }> {
  using packed = await convertFrame(frame, 'rgba');
  return copyPackedPixels(packed);
}

/**
 * Converts a composed frame to a packed sRGB format. The caller frees the result. The colours of a frame in
 * full colour do not change.
 *
 * @param format FFmpeg's name of the pixel format, such as `rgba`.
 * @throws {MediaError} if FFmpeg fails.
 */
export async function convertFrame(frame: VideoFrame, format: string): Promise<VideoFrame> {
  const input = isFullColour(frame) ? fullColourInput(frame) : composedInput(frame);
  using chain = new FilterChain('video', input, `${TO_SRGB},format=${format}`);
  chain.push(frame);
  return requireValue(await chain.pull(), 'convert the frame');
}

function fullColourInput({ width, height, format }: VideoFrame): string {
  const tags = { colorSpace: AVCOL_SPC_RGB, colorRange: AVCOL_RANGE_JPEG } as const;
  return videoInput({ width, height, format, ...tags });
}

/**
 * Copies the pixels of an RGBA frame to rows without padding.
 *
 * @param into buffer to overwrite: the result of an earlier call for a frame of the same size.
 */
export function copyPackedPixels(
  frame: VideoFrame | FrameViews,
  into?: Uint8Array<ArrayBuffer>,
): { data: Uint8Array<ArrayBuffer>; width: number; height: number } {
  const { width, height, views } = 'views' in frame ? frame : viewsOf(frame);
  const { data: pixels, stride } = requireValue(views[0], 'read the frame');
  const data = into ?? new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    data.set(pixels.subarray(row * stride, row * stride + width * 4), row * width * 4);
  }
  return { data, width, height };
}
