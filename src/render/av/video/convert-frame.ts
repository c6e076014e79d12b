import { requireValue } from '../check.ts';
import { composedInput, FilterChain } from '../filter-chain.ts';
import { type FrameViews, type VideoFrame, viewsOf } from './video-frame.ts';

/** The filter that turns composed pictures into red, green and blue of full range; a `format` follows. */
export const TO_SRGB = 'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp';

/** The pixels of a composed picture as straight RGBA, rows without padding. */
export async function toRgba(
  frame: VideoFrame,
): Promise<{ data: Uint8Array; width: number; height: number }> {
  using packed = await convertFrame(frame, 'rgba');
  return copyPackedPixels(packed);
}

/** A composed picture, BT.709, in a packed format of sRGB, such as `rgba`. The caller frees it. */
export async function convertFrame(frame: VideoFrame, format: string): Promise<VideoFrame> {
  using chain = new FilterChain('video', composedInput(frame), `${TO_SRGB},format=${format}`);
  chain.push(frame);
  return requireValue(await chain.pull(), 'convert a picture');
}

/**
 * A copy of the pixels of a picture that is RGBA already, rows without padding.
 *
 * @param into the copy of a picture of the same size, written over.
 */
export function copyPackedPixels(
  frame: VideoFrame | FrameViews,
  into?: Uint8Array<ArrayBuffer>,
): { data: Uint8Array<ArrayBuffer>; width: number; height: number } {
  const { width, height, views } = 'views' in frame ? frame : viewsOf(frame);
  const { data: pixels, stride } = requireValue(views[0], 'read a picture');
  const data = into ?? new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    data.set(pixels.subarray(row * stride, row * stride + width * 4), row * width * 4);
  }
  return { data, width, height };
}
