import { FilterChain, videoInput } from '../src/render/av/filter-chain.ts';
import { Input } from '../src/render/av/input/input.ts';
import { VideoDecoder } from '../src/render/av/video/video-decoder.ts';
import type { Frame, Stream } from '../src/render/av/ffmpeg.ts';
import type { Picture } from './measure.ts';

/**
 * Converts as a good player does: by the tagged matrix and range, with chroma enlarged linearly. All steps are
 * in the precision of zimg.
 */
const TO_RGB = 'zscale=matrix=gbr:range=full:filter=bilinear,format=gbrp,format=rgb24';

/**
 * Decodes frames of an MP4 as RGB, in order.
 *
 * @param range the frames to decode: `count` frames from the one that is visible at second `from`. Default: all.
 * @throws if the file has no video.
 */
export async function decodeFrames(
  path: string,
  range?: { readonly from: number; readonly count: number },
): Promise<Picture[]> {
  using input = await Input.open(path, 'mov');
  const stream = input.video;
  if (!stream) throw new Error(`${path} has no video.`);
  const first = range ? indexAt(stream, range.from) : 0;
  const last = range ? first + range.count : Infinity;
  using decoder = new VideoDecoder(input, stream);
  const pictures: Picture[] = [];
  let chain: FilterChain | undefined;
  try {
    for (let index = 0; index < last; index++) {
      const frame = await decoder.next();
      if (!frame) break;
      using decoded = frame;
      if (index < first) continue;
      chain ??= new FilterChain('video', videoInput(decoded), TO_RGB);
      pictures.push(await convert(decoded, chain));
    }
  } finally {
    chain?.[Symbol.dispose]();
  }
  return pictures;
}

/** Returns the index of the frame that is visible at a second. Rendered videos have a constant frame rate. */
function indexAt(stream: Stream, second: number): number {
  const { num, den } = stream.avgFrameRate;
  return Math.floor((second * num) / den + 1e-6);
}

async function convert(frame: Frame, chain: FilterChain): Promise<Picture> {
  chain.push(frame);
  const converted = await chain.pull();
  if (!converted) throw new Error('A frame could not be converted.');
  using rgb = converted;
  const { width, height } = rgb;
  const [plane, stride] = [rgb.data?.[0], rgb.linesize[0] ?? 0];
  if (!plane) throw new Error('A converted frame has no pixels.');
  const data = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++)
    data.set(plane.subarray(row * stride, row * stride + 3 * width), 3 * row * width);
  return { data, width, height };
}
