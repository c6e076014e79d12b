import { FilterChain, videoInput } from '../../src/render/av/filter-chain.ts';
import { Input, streamTime } from '../../src/render/av/input/input.ts';
import { copyPackedPixels } from '../../src/render/av/video/convert-frame.ts';
import { VideoDecoder } from '../../src/render/av/video/video-decoder.ts';
import type { RgbaImage } from '../../src/render/stills/still.ts';

const TO_RGBA =
  'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp:in_color_matrix=bt709,format=rgba';

/** A decoded frame of a video in any codec: straight RGBA. */
export interface ColourFrame extends RgbaImage {
  /** The time at which the frame is shown, in seconds. */
  readonly seconds: number;
  /** The colour tags: matrix, primaries, transfer and range, as FFmpeg numbers them. */
  readonly tags: readonly number[];
}

/**
 * Decodes the frames of a video with BT.709 tags, with their alpha.
 *
 * @param demuxer FFmpeg's name of the container: `mov` or `matroska`.
 */
export async function decodeColours(path: string, demuxer: string): Promise<ColourFrame[]> {
  using input = await Input.open(path, demuxer);
  const stream = input.video;
  if (!stream) return [];
  using decoder = new VideoDecoder(input, stream);
  const frames: ColourFrame[] = [];
  let chain: FilterChain | undefined;
  try {
    for (let frame = await decoder.next(); frame; frame = await decoder.next()) {
      using decoded = frame;
      chain ??= new FilterChain('video', videoInput(decoded), TO_RGBA);
      chain.push(decoded);
      using converted = await chain.pull();
      if (!converted) throw new Error('the filter has returned no frame');
      const { colorSpace, colorPrimaries, colorTrc, colorRange } = decoded;
      frames.push({
        ...copyPackedPixels(converted),
        seconds: streamTime(stream, decoded.bestEffortTimestamp).valueOf(),
        tags: [colorSpace, colorPrimaries, colorTrc, colorRange],
      });
    }
  } finally {
    chain?.[Symbol.dispose]();
  }
  return frames;
}
