import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AV_PROFILE_H264_HIGH,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  Codec,
  CodecContext,
  FF_ENCODER_LIBX264,
  Rational,
} from '../ffmpeg.ts';
import type { Rate } from '../../../base/time.ts';
import { requireValue } from '../check.ts';
import { type Encoder, openEncoder } from './encoder.ts';

/** The properties of an H.264 stream that every encoder must produce. */
export interface H264Shape {
  readonly width: number;
  readonly height: number;
  /** Frames per second. An approximation if the frame times are uneven. */
  readonly rate: Rate;
  /** Ticks per second of the timestamps. Defaults to the frame rate. */
  readonly clock?: Rate;
  /** Maximum number of frames between two keyframes. */
  readonly keyframeEvery: number;
  /** Maximum number of B-frames in a row. Defaults to the preset's value. */
  readonly bFrames?: number;
}

/** The properties of an H.264 stream, and the settings of x264. */
export interface H264Settings extends H264Shape {
  /** x264's speed preset, such as `veryfast`. */
  readonly preset: string;
  /** x264's constant rate factor, 0 (lossless) to 51. Lower values give better and larger files. */
  readonly crf: number;
  /** Encoder threads. The number affects the output, so it must not depend on the machine. */
  readonly threads: number;
  /** True for a stream that is decoded sooner and is somewhat larger. */
  readonly isDecodedFast?: boolean;
  /**
   * True if keyframes are exactly `keyframeEvery` frames apart. By default, changes of the scene get keyframes,
   * too.
   */
  readonly hasEvenKeyframes?: boolean;
}

/**
 * Opens x264 for H.264 High, 4:2:0, tagged as BT.709 in limited range, with closed groups of pictures.
 * Timestamps count ticks of the clock.
 *
 * @throws {MediaError} if the encoder cannot be opened.
 */
export async function openH264Encoder(settings: H264Settings): Promise<Encoder> {
  const codec = requireValue(Codec.findEncoderByName(FF_ENCODER_LIBX264), 'find the H.264 encoder');
  const context = createH264Context(codec, settings);
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.threadCount = settings.threads;
  // `cpu-independent` makes the output the same on every processor.
  const parameters = `cpu-independent=1${settings.hasEvenKeyframes === true ? ':scenecut=0' : ''}`;
  const { preset, crf, isDecodedFast = false } = settings;
  const options = { preset, crf, 'x264-params': parameters, ...(isDecodedFast && { tune: 'fastdecode' }) };
  return openEncoder(context, codec, options, 'open the H.264 encoder');
}

/**
 * Creates the context of any H.264 encoder. The caller sets the pixel format and the private options, and
 * opens the encoder.
 */
export function createH264Context(codec: Codec, shape: H264Shape): CodecContext {
  const context = createVideoContext(codec, shape);
  context.profile = AV_PROFILE_H264_HIGH;
  return context;
}

/**
 * Creates the context of any encoder of videos with BT.709 tags and limited range. The caller sets the pixel
 * format and the private options, and opens the encoder.
 */
export function createVideoContext(codec: Codec, shape: H264Shape): CodecContext {
  const context = new CodecContext();
  context.allocContext3(codec);
  context.width = shape.width;
  context.height = shape.height;
  const clock = shape.clock ?? shape.rate;
  context.timeBase = new Rational(Number(clock.d), Number(clock.n));
  context.framerate = new Rational(Number(shape.rate.n), Number(shape.rate.d));
  context.sampleAspectRatio = new Rational(1, 1);
  context.gopSize = shape.keyframeEvery;
  if (shape.bFrames !== undefined) context.maxBFrames = shape.bFrames;
  context.colorRange = AVCOL_RANGE_MPEG;
  context.colorSpace = AVCOL_SPC_BT709;
  context.colorPrimaries = AVCOL_PRI_BT709;
  context.colorTrc = AVCOL_TRC_BT709;
  context.chromaLocation = AVCHROMA_LOC_LEFT;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  // With uneven frame times, the encoder cannot derive the duration of the last frame from earlier frames, so
  // the encoder has to read the duration that the last frame declares.
  if (shape.clock) context.setFlags(AV_CODEC_FLAG_FRAME_DURATION);
  return context;
}
