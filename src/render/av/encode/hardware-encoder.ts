import {
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_VAAPI,
  AV_PIX_FMT_YUV420P,
  type AVPixelFormat,
  Codec,
  type CodecContext,
  Dictionary,
  FF_ENCODER_H264_NVENC,
  FF_ENCODER_H264_QSV,
  FF_ENCODER_H264_VAAPI,
  FF_ENCODER_H264_VIDEOTOOLBOX,
  FF_QP2LAMBDA,
  type Frame,
} from '../ffmpeg.ts';
import { HardwareFailed, type HardwareName } from '../../media/hardware.ts';
import { check, requireValue } from '../check.ts';
import { Encoder, type PacketSink } from './encoder.ts';
import { createH264Context, type H264Shape } from './h264.ts';
import { DeviceFramePool, FrameUploader } from './frame-uploader.ts';

/** The H.264 encoder of one kind of hardware. */
export interface HardwareKind {
  /** FFmpeg's name of the encoder. */
  readonly codec: Parameters<typeof Codec.findEncoderByName>[0];
  /**
   * The pixel format of the input: 4:2:0 with two or three planes in main memory, or frames in device memory.
   */
  readonly pixels: AVPixelFormat;
  /** Returns FFmpeg's options for a quality close to that of an x264 rate factor. */
  readonly options: (crf: number) => Record<string, string | number>;
}

/**
 * The hardware encoders, starting with the most common one on servers. Their quality settings use the scale
 * of x264's rate factor, 0 to 51, except for VideoToolbox, which uses 0 to 100 (best).
 */
export const HARDWARE_ENCODERS: Readonly<Record<HardwareName, HardwareKind>> = {
  nvenc: {
    codec: FF_ENCODER_H264_NVENC,
    pixels: AV_PIX_FMT_YUV420P,
    options: (crf) => ({
      preset: 'p5',
      tune: 'hq',
      profile: 'high',
      rc: 'vbr',
      cq: crf,
      b: 0,
      'spatial-aq': 1,
      'forced-idr': 1,
    }),
  },
  qsv: {
    codec: FF_ENCODER_H264_QSV,
    pixels: AV_PIX_FMT_NV12,
    // A global quality without a bit rate selects "intelligent constant quality".
    options: (crf) => ({ preset: 'medium', profile: 'high', global_quality: crf, b: 0, forced_idr: 1 }),
  },
  vaapi: {
    codec: FF_ENCODER_H264_VAAPI,
    pixels: AV_PIX_FMT_VAAPI,
    // `CQP` is the only rate control that every driver supports.
    options: (crf) => ({ profile: 'high', rc_mode: 'CQP', qp: crf, idr_interval: 0 }),
  },
  videotoolbox: {
    codec: FF_ENCODER_H264_VIDEOTOOLBOX,
    pixels: AV_PIX_FMT_YUV420P,
    // For example, a rate factor of 23 becomes a VideoToolbox quality of 60.
    options: (crf) => ({
      profile: 'high',
      flags: '+qscale',
      global_quality: Math.round((100 - 1.75 * crf) * FF_QP2LAMBDA),
      realtime: 0,
      allow_sw: 0,
    }),
  },
};

/**
 * Opens a hardware encoder for the same kind of stream as `openH264Encoder`, except that the stream has no
 * B-frames. Each kind of hardware would order B-frames differently.
 *
 * @param crf the x264 rate factor of the wanted quality.
 * @throws {HardwareFailed} if this machine has no working encoder of this kind. The methods of the returned
 *   encoder throw the same error.
 */
export async function openHardwareEncoder(
  { codec: name, pixels, options }: HardwareKind,
  shape: H264Shape,
  crf: number,
): Promise<Encoder> {
  let uploader: FrameUploader | undefined;
  let context: CodecContext | undefined;
  try {
    const codec = requireValue(Codec.findEncoderByName(name), 'find the hardware encoder');
    const { width, height } = shape;
    const device = pixels === AV_PIX_FMT_VAAPI ? new DeviceFramePool(width, height) : undefined;
    if (pixels !== AV_PIX_FMT_YUV420P) uploader = new FrameUploader(width, height, device);
    context = createH264Context(codec, { ...shape, bFrames: 0 });
    context.pixelFormat = pixels;
    if (device) context.hwFramesCtx = device.frames;
    using dictionary = Dictionary.fromObject(options(crf));
    check(await context.open2(codec, dictionary), 'open the hardware encoder');
    return new HardwareEncoder(context, uploader);
  } catch (error) {
    context?.freeContext();
    uploader?.[Symbol.dispose]();
    throw new HardwareFailed(error);
  }
}

/** An error from the packet sink. It does not count as a hardware failure. */
class SinkError extends Error {
  constructor(cause: unknown) {
    super('The packet sink failed.', { cause });
  }
}

class HardwareEncoder extends Encoder {
  private readonly uploader: FrameUploader | undefined;
  private frameCount = 0;
  private packetCount = 0;

  constructor(context: CodecContext, uploader: FrameUploader | undefined) {
    super(context);
    this.uploader = uploader;
  }

  override async encode(frame: Frame, sink: PacketSink): Promise<void> {
    this.frameCount++;
    await wrapHardwareErrors(async () => {
      const uploaded = await this.uploader?.convert(frame);
      try {
        await super.encode(uploaded ?? frame, this.countPackets(sink));
      } finally {
        uploaded?.free();
      }
    });
  }

  /** Also throws if a packet is missing, because a missing packet would shift all later frames. */
  override async finish(sink: PacketSink): Promise<void> {
    await wrapHardwareErrors(() => super.finish(this.countPackets(sink)));
    const { packetCount, frameCount } = this;
    if (packetCount !== frameCount)
      throw new HardwareFailed(new Error(`${packetCount} packets for ${frameCount} frames`));
  }

  override [Symbol.dispose](): void {
    super[Symbol.dispose]();
    this.uploader?.[Symbol.dispose]();
  }

  private countPackets(sink: PacketSink): PacketSink {
    return (packet) => {
      this.packetCount++;
      try {
        sink(packet);
      } catch (error) {
        throw new SinkError(error);
      }
    };
  }
}

/**
 * Runs an encoder operation and converts its errors to {@link HardwareFailed}. Rethrows errors of the packet
 * sink unchanged.
 */
async function wrapHardwareErrors(encode: () => Promise<void>): Promise<void> {
  try {
    await encode();
  } catch (error) {
    throw error instanceof SinkError ? error.cause : new HardwareFailed(error);
  }
}
