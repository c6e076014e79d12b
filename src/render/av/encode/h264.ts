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
} from 'node-av';
import type { Rate } from '../../../base/time.ts';
import { requireValue } from '../check.ts';
import { type Encoder, openEncoder } from './encoder.ts';

/** What an H.264 stream is to be, however it is encoded. */
export interface H264Shape {
  readonly width: number;
  readonly height: number;
  /** Frames in a second; where they come unevenly, about so many. */
  readonly rate: Rate;
  /** Ticks of the timestamps in a second; as many as frames when absent. */
  readonly clock?: Rate;
  /** Frames between two keyframes at the most. */
  readonly keyframeEvery: number;
  /** B-frames in a row at the most; as many as the preset has when absent. */
  readonly bFrames?: number;
}

/** The same with how x264 encodes it. */
export interface H264Settings extends H264Shape {
  /** x264's speed preset, such as `veryfast`. */
  readonly preset: string;
  /** x264's constant rate factor, 0 (lossless) to 51; lower is better and larger. */
  readonly crf: number;
  /** Encoder threads; part of the result, so it must not depend on the machine. */
  readonly threads: number;
}

/** H.264 High, 4:2:0, tagged BT.709 limited range, closed groups of pictures. Timestamps count ticks of the clock. */
export async function openH264Encoder(settings: H264Settings): Promise<Encoder> {
  const codec = requireValue(Codec.findEncoderByName(FF_ENCODER_LIBX264), 'find the H.264 encoder');
  const context = createH264Context(codec, settings);
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.threadCount = settings.threads;
  // The same decisions on every processor.
  const options = { preset: settings.preset, crf: settings.crf, 'x264-params': 'cpu-independent=1' };
  return openEncoder(context, codec, options, 'open the H.264 encoder');
}

/** An encoder of any H.264 codec, all set up but for its pixel format and its own options; the caller opens it. */
export function createH264Context(codec: Codec, shape: H264Shape): CodecContext {
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
  context.profile = AV_PROFILE_H264_HIGH;
  context.colorRange = AVCOL_RANGE_MPEG;
  context.colorSpace = AVCOL_SPC_BT709;
  context.colorPrimaries = AVCOL_PRI_BT709;
  context.colorTrc = AVCOL_TRC_BT709;
  context.chromaLocation = AVCHROMA_LOC_LEFT;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  // Where pictures last unevenly, the last one does not last as long as the one before it.
  if (shape.clock) context.setFlags(AV_CODEC_FLAG_FRAME_DURATION);
  return context;
}
