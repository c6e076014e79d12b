import type { Frame } from 'node-av';
import { AVERROR_INVALIDDATA } from 'node-av';
import { MediaError, requireValue } from '../check.ts';
import { completeColourTags } from './colour-tags.ts';
import { VideoDecoder } from './video-decoder.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { Input } from '../input/input.ts';
import { copyPackedPixels } from './convert-frame.ts';

/**
 * The pixels of a still picture that FFmpeg reads, as straight RGBA.
 *
 * @param demuxer the FFmpeg demuxer that reads the file.
 * @throws {MediaError} when the file cannot be read.
 */
export async function decodeStill(
  path: string,
  demuxer: string,
): Promise<ReturnType<typeof copyPackedPixels>> {
  using input = await Input.open(path, demuxer);
  using decoder = new VideoDecoder(input, requireValue(input.video, 'find a picture'));
  using frame = await decoder.next();
  if (!frame) throw new MediaError(AVERROR_INVALIDDATA, 'read the picture');
  return await rgba(frame);
}

async function rgba(frame: Frame): Promise<ReturnType<typeof copyPackedPixels>> {
  completeColourTags(frame);
  using chain = new FilterChain('video', videoInput(frame), 'scale,format=rgba');
  chain.push(frame);
  using packed = requireValue(await chain.pull(), 'convert a picture');
  return copyPackedPixels(packed);
}
