import type { Frame } from 'node-av';
import { AVERROR_INVALIDDATA } from 'node-av';
import { MediaError, present } from './check.ts';
import { tagColours } from './colour.ts';
import { Decoder } from './decoder.ts';
import { FilterChain } from './filter-chain.ts';
import { Input } from './input.ts';
import { packedOf } from './picture.ts';

/**
 * The pixels of a still picture that FFmpeg reads, as straight RGBA.
 *
 * @param demuxer the FFmpeg demuxer that reads the file.
 * @throws {MediaError} when the file cannot be read.
 */
export async function readPicture(path: string, demuxer: string): Promise<ReturnType<typeof packedOf>> {
  using input = await Input.open(path, demuxer);
  using decoder = new Decoder(input, present(input.video, 'find a picture'));
  using frame = await decoder.next();
  if (!frame) throw new MediaError(AVERROR_INVALIDDATA, 'read the picture');
  return await rgba(frame);
}

async function rgba(frame: Frame): Promise<ReturnType<typeof packedOf>> {
  tagColours(frame);
  const parameters =
    `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/25` +
    `:colorspace=${frame.colorSpace}:range=${frame.colorRange}`;
  using chain = new FilterChain('video', parameters, 'scale,format=rgba');
  chain.push(frame);
  using converted = present(await chain.pull(), 'convert a picture');
  return packedOf(converted);
}
