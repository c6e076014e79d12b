import {
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVA420P,
  AV_PIX_FMT_YUVA444P10LE,
  avGetPixFmtName,
  type AVPixelFormat,
} from '../ffmpeg.ts';
import { requireValue } from '../check.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { type Planes, planesOf, shareFrame, type VideoFrame } from '../video/video-frame.ts';

/**
 * Converts the colours exactly. Not zscale: it multiplies the colours by the alpha and divides them again, which
 * makes transparent pixels black.
 */
const TO_BT709 =
  'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp:out_color_matrix=bt709:out_range=tv';
/** Chroma lies on the left column of each block of 2x2 pixels, between its rows. */
const HALVED_INPUT = ':in_h_chr_pos=0:in_v_chr_pos=128:out_h_chr_pos=0';
const HALVED_OUTPUT = ':out_h_chr_pos=0:out_v_chr_pos=128';
/** The largest sample of 10 bits. */
const MAX_10_BITS = 1023;

/**
 * Converts composed frames, all of one size and format, to the pixel format of an encoder. Close it with `using`.
 */
export class FrameConverter implements Disposable {
  private readonly format: AVPixelFormat;
  private chain: FilterChain | undefined;

  /** @param format FFmpeg's number of the pixel format of the results. */
  constructor(format: AVPixelFormat) {
    this.format = format;
  }

  /**
   * Converts a frame. The caller frees the result, which may share its pixels with the frame.
   *
   * @throws {MediaError} if FFmpeg fails.
   */
  async convert(frame: VideoFrame): Promise<VideoFrame> {
    if (frame.format === this.format) return shareFrame(frame);
    this.chain ??= new FilterChain('video', videoInput(frame), this.filtersFor(frame));
    this.chain.push(frame);
    const converted = requireValue(await this.chain.pull(), 'convert the frame');
    if (this.format === AV_PIX_FMT_YUVA444P10LE) widenAlpha(planesOf(frame), planesOf(converted));
    return converted;
  }

  [Symbol.dispose](): void {
    this.chain?.[Symbol.dispose]();
  }

  private filtersFor(frame: VideoFrame): string {
    const { format } = this;
    const from = frame.format === AV_PIX_FMT_YUV420P ? HALVED_INPUT : '';
    const to = format === AV_PIX_FMT_YUVA420P ? HALVED_OUTPUT : '';
    return `${TO_BT709}${from}${to},format=${avGetPixFmtName(format)}`;
  }
}

/** Writes alpha with 10 bits. swscale would give opaque pixels 4 times 255, which is not opaque. */
function widenAlpha({ alpha: from, width, height }: Planes, { alpha: to }: Planes): void {
  if (!from || !to) return;
  for (let row = 0; row < height; row++) {
    const samples = new Uint16Array(to.data.buffer, to.data.byteOffset + row * to.stride, width);
    const start = row * from.stride;
    for (let x = 0; x < width; x++)
      samples[x] = Math.round(((from.data[start + x] as number) * MAX_10_BITS) / 255);
  }
}
