import type { Frame } from '../ffmpeg.ts';
import { AVERROR_INVALIDDATA } from '../ffmpeg.ts';
import { MediaError, requireValue } from '../check.ts';
import { completeColourTags } from './colour-tags.ts';
import { VideoDecoder } from './video-decoder.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { Input } from '../input/input.ts';
import { copyPackedPixels } from './convert-frame.ts';

/**
 * Decodes a still image with FFmpeg to straight RGBA.
 *
 * @param path path of the local file.
 * @param demuxer the FFmpeg demuxer for the file.
 * @throws {MediaError} if the file cannot be read.
 */
export async function decodeStill(
  path: string,
  demuxer: string,
): Promise<ReturnType<typeof copyPackedPixels>> {
  using input = await Input.open(path, demuxer);
  using decoder = new VideoDecoder(input, requireValue(input.video, 'find the image'));
  using frame = await decoder.next();
  if (!frame) throw new MediaError(AVERROR_INVALIDDATA, 'decode the image');
  return await toStraightRgba(frame);
}

async function toStraightRgba(frame: Frame): Promise<ReturnType<typeof copyPackedPixels>> {
  completeColourTags(frame);
  using chain = new FilterChain('video', videoInput(frame), 'scale,format=rgba');
  chain.push(frame);
  using packed = requireValue(await chain.pull(), 'convert the image');
  return copyPackedPixels(packed);
}
