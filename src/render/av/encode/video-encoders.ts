import {
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUV444P10LE,
  AV_PIX_FMT_YUVA420P,
  AV_PIX_FMT_YUVA444P10LE,
  type AVPixelFormat,
  Codec,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX265,
  FF_ENCODER_PRORES_KS,
  type FFVideoEncoder,
} from '../ffmpeg.ts';
import { requireValue } from '../check.ts';
import { type Encoder, openEncoder } from './encoder.ts';
import { createVideoContext, type H264Shape } from './h264.ts';

/** The codecs of videos besides H.264. */
export type OtherCodec = 'hevc' | 'vp9' | 'av1' | 'prores422' | 'prores4444';

/** The pictures that an encoder gets. */
export interface EncodedVideo extends H264Shape {
  /** True if the pictures have alpha. */
  readonly hasAlpha: boolean;
  /** The quality on the scale of the codec: `VIDEO_QUALITY` lists the levels. */
  readonly level: number;
  /** Threads of the encoder. The number may affect the file, so it must not depend on the machine. */
  readonly threads: number;
}

type EncoderOptions = Readonly<Record<string, string | number>>;

interface CodecTraits {
  readonly encoder: FFVideoEncoder;
  readonly pixels: AVPixelFormat;
  /** The pixel format with alpha. Absent if the codec has no alpha. */
  readonly alphaPixels?: AVPixelFormat;
  /** The four characters that name the codec in the file, if FFmpeg would choose others. */
  readonly tag?: string;
  readonly options: (video: EncodedVideo) => EncoderOptions;
}

const CODECS: Readonly<Record<OtherCodec, CodecTraits>> = {
  hevc: {
    encoder: FF_ENCODER_LIBX265,
    pixels: AV_PIX_FMT_YUV420P,
    // Players of Apple accept only this name.
    tag: 'hvc1',
    options: ({ level, threads, keyframeEvery }) => ({
      preset: 'veryfast',
      crf: level,
      // Closed groups, and nothing about the encoder in the file.
      'x265-params': `pools=${threads}:frame-threads=${Math.ceil(threads / 2)}:open-gop=0:keyint=${keyframeEvery}:info=0:log-level=none`,
    }),
  },
  vp9: {
    encoder: FF_ENCODER_LIBVPX_VP9,
    pixels: AV_PIX_FMT_YUV420P,
    alphaPixels: AV_PIX_FMT_YUVA420P,
    // Encodes five times as fast as the deadline `good` and needs a tenth more bits.
    options: ({ level, width, hasAlpha }) => ({
      crf: level,
      b: 0,
      deadline: 'realtime',
      'cpu-used': 5,
      'row-mt': 1,
      // A tile is at least 256 pixels wide.
      'tile-columns': Math.min(4, Math.max(0, Math.floor(Math.log2(width / 256)))),
      // With alternate reference frames, the alpha and the colours would not be in step.
      ...(hasAlpha && { 'auto-alt-ref': 0 }),
    }),
  },
  av1: {
    encoder: FF_ENCODER_LIBSVTAV1,
    pixels: AV_PIX_FMT_YUV420P,
    options: ({ level, threads }) => ({ preset: 8, crf: level, 'svtav1-params': `lp=${threads}` }),
  },
  prores422: {
    encoder: FF_ENCODER_PRORES_KS,
    pixels: AV_PIX_FMT_YUV422P10LE,
    options: ({ level }) => ({ profile: level, vendor: 'apl0' }),
  },
  prores4444: {
    encoder: FF_ENCODER_PRORES_KS,
    pixels: AV_PIX_FMT_YUV444P10LE,
    alphaPixels: AV_PIX_FMT_YUVA444P10LE,
    options: ({ level, hasAlpha }) => ({
      profile: '4444',
      vendor: 'apl0',
      bits_per_mb: level,
      alpha_bits: hasAlpha ? 16 : 0,
    }),
  },
};

/** Returns FFmpeg's number of the pixel format that an encoder takes. */
function pixelFormatOf(codec: OtherCodec, hasAlpha: boolean): AVPixelFormat {
  const { pixels, alphaPixels } = CODECS[codec];
  return hasAlpha ? requireValue(alphaPixels, `store alpha as ${codec}`) : pixels;
}

/**
 * Opens an encoder for a video that is not H.264, tagged as BT.709 in limited range. Timestamps count frames.
 *
 * @throws {MediaError} if the encoder cannot be opened, or if there are pictures with alpha and the codec has none.
 */
export async function openVideoEncoder(name: OtherCodec, video: EncodedVideo): Promise<Encoder> {
  const { encoder, tag, options } = CODECS[name];
  const codec = requireValue(Codec.findEncoderByName(encoder), `find the encoder ${encoder}`);
  const pixels = pixelFormatOf(name, video.hasAlpha);
  const context = createVideoContext(codec, video);
  context.pixelFormat = pixels;
  context.threadCount = video.threads;
  if (tag !== undefined) context.codecTag = tag;
  return openEncoder(context, codec, options(video), `open the encoder ${encoder}`);
}
