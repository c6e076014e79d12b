import {
  AV_CHANNEL_ORDER_UNSPEC,
  AV_OPT_TYPE_INT,
  avChannelLayoutDescribe,
  avGetCodecName,
  avGetPixFmtName,
  avGetSampleFmtName,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
  type AVPixelFormat,
  type AVSampleFormat,
  type ChannelLayout,
  type CodecContext,
  type CodecParameters,
  type IRational,
  type Stream,
} from '../ffmpeg.ts';
import { fromRatio, type Seconds } from '../../../base/time.ts';
import { formatRational } from './ffprobe-format.ts';
import { colourFields } from './colour-fields.ts';

/** Side length in pixels of the smallest block of a codec. */
const BLOCK_SIZES: Readonly<Record<string, number>> = { hevc: 8, vvc: 8, theora: 16 };
/** Largest numerator or denominator of an aspect ratio. A ratio with a larger term is reported as 0/0. */
const MAX_RATIO_TERM = 1024 * 1024;

/** Returns the fields that ffprobe prints only for video, audio or subtitles. */
export function mediaTypeFields(
  { codecpar, sampleAspectRatio }: Stream,
  decoder: CodecContext | undefined,
): object {
  switch (codecpar.codecType) {
    case AVMEDIA_TYPE_VIDEO:
      return {
        ...sizeFields(codecpar),
        ...codedSizeFields(codecpar),
        // Decoders set `closed_captions` and `film_grain` only when they decode frames. No frame is decoded
        // here, so both are 0.
        closed_captions: 0,
        film_grain: 0,
        has_b_frames: codecpar.videoDelay,
        ...aspectFields(codecpar, [sampleAspectRatio, codecpar.sampleAspectRatio]),
        pix_fmt: avGetPixFmtName(codecpar.format as AVPixelFormat) ?? undefined,
        level: codecpar.level,
        ...colourFields(codecpar),
        ...(decoder && { refs: decoder.getOption('refs', AV_OPT_TYPE_INT) ?? undefined }),
      };
    case AVMEDIA_TYPE_AUDIO:
      return {
        sample_fmt: avGetSampleFmtName(codecpar.format as AVSampleFormat) ?? undefined,
        sample_rate: String(codecpar.sampleRate),
        channels: codecpar.channelLayout.nbChannels,
        ...layoutField(codecpar.channelLayout),
        bits_per_sample: bitsPerSampleOf(avGetCodecName(codecpar.codecId) ?? ''),
        initial_padding: codecpar.initialPadding,
      };
    case AVMEDIA_TYPE_SUBTITLE:
      return codecpar.width > 0 ? sizeFields(codecpar) : {};
    default:
      return {};
  }
}

/**
 * Returns the coded size. Some decoders report this size before they decode a frame. For their codecs, the
 * size is rounded up to whole blocks.
 */
function codedSizeFields({ codecId, width, height }: CodecParameters): object {
  const block = BLOCK_SIZES[avGetCodecName(codecId) ?? ''] ?? 1;
  const [codedWidth, codedHeight] = [width, height].map((length) => Math.ceil(length / block) * block);
  return { coded_width: codedWidth, coded_height: codedHeight };
}

function layoutField(layout: ChannelLayout): object {
  if (layout.order === AV_CHANNEL_ORDER_UNSPEC) return {};
  return { channel_layout: avChannelLayoutDescribe(layout) ?? undefined };
}

function sizeFields({ width, height }: CodecParameters): object {
  return { width, height };
}

/**
 * Returns the aspect ratios of a pixel and of the frame; no fields if no candidate is valid.
 *
 * @param candidates aspect ratios of a pixel. The first valid one is used.
 */
function aspectFields({ width, height }: CodecParameters, candidates: readonly IRational[]): object {
  const found = candidates.find(({ num, den }) => num > 0 && den > 0);
  if (!found) return {};
  const pixel = toRational(fromRatio(found.num, found.den));
  const whole = toRational(fromRatio(width * found.num, height * found.den));
  return {
    sample_aspect_ratio: formatRational(pixel, ':'),
    display_aspect_ratio: formatRational(whole, ':'),
  };
}

/** Converts a ratio to FFmpeg's type; 0/0 if a term exceeds {@link MAX_RATIO_TERM}. */
function toRational(shape: Seconds): IRational {
  const { n, d } = shape;
  const shrink = n > d ? n : d;
  return shrink <= MAX_RATIO_TERM ? { num: Number(n), den: Number(d) } : { num: 0, den: 0 };
}

/** Returns the stored bits per sample of uncompressed sound; 0 for other codecs. */
function bitsPerSampleOf(codec: string): number {
  if (codec === 'pcm_alaw' || codec === 'pcm_mulaw') return 8;
  return Number(/^pcm_[suf](\d+)/.exec(codec)?.[1] ?? 0);
}
