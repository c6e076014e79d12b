import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PICTURE_TYPE_P,
  AV_PIX_FMT_YUVA420P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_RGB,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  type AVPixelFormat,
  Codec,
  CodecContext,
  Dictionary,
  FF_ENCODER_FFV1,
  type Frame,
  Packet,
  Rational,
} from '../ffmpeg.ts';
import type { Rate } from '../../../base/time.ts';
import { check, requireValue } from '../check.ts';

/**
 * The requested type of an encoded frame: the encoder's choice, a keyframe, or a frame predicted from earlier
 * frames only.
 */
export type FrameKind = 'any' | 'key' | 'P';

const PICTURE_TYPES = {
  any: AV_PICTURE_TYPE_NONE,
  key: AV_PICTURE_TYPE_I,
  P: AV_PICTURE_TYPE_P,
} as const satisfies Record<FrameKind, unknown>;

/**
 * A function that receives finished packets. It must copy or write the packet before it returns, because the
 * packet is reused.
 */
export type PacketSink = (packet: Packet) => void;

/** An open encoder. Encode all frames, call {@link Encoder.finish}, and close it with `using`. */
export class Encoder implements Disposable {
  readonly context: CodecContext;
  private readonly packet = new Packet();

  constructor(context: CodecContext) {
    this.context = context;
    this.packet.alloc();
  }

  /**
   * Encodes a frame of video or audio.
   *
   * @param sink receives the packets that are ready.
   * @param kind the requested frame type. Irrelevant for audio.
   * @throws {MediaError} if encoding fails.
   */
  async encode(frame: Frame, sink: PacketSink, kind: FrameKind = 'any'): Promise<void> {
    // Replaces the frame type that the decoder set. Otherwise the encoder would obey the decoder's type.
    frame.pictType = PICTURE_TYPES[kind];
    check(await this.context.sendFrame(frame), 'encode the frame');
    // `sendFrame` has encoded the frame. Receiving only fetches the packets, so it can be synchronous.
    this.drainSync(sink);
  }

  /**
   * Encodes a frame of audio without waking another thread. For a file that only has sound: its frames are so
   * short that waiting for another thread takes longer than what it saves.
   *
   * @param sink receives the packets that are ready.
   * @throws {MediaError} if encoding fails.
   */
  encodeSync(frame: Frame, sink: PacketSink): void {
    check(this.context.sendFrameSync(frame), 'encode the frame');
    this.drainSync(sink);
  }

  /** Flushes the encoder. Nothing can be encoded afterwards. @throws {MediaError} if encoding fails. */
  async finish(sink: PacketSink): Promise<void> {
    check(await this.context.sendFrame(null), 'finish encoding');
    while (this.take(await this.context.receivePacket(this.packet), sink));
  }

  [Symbol.dispose](): void {
    this.packet.free();
    this.context.freeContext();
  }

  private drainSync(sink: PacketSink): void {
    while (this.take(this.context.receivePacketSync(this.packet), sink));
  }

  /** Passes on a received packet. @returns false if there was none. */
  private take(code: number, sink: PacketSink): boolean {
    if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return false;
    check(code, 'encode the frame');
    sink(this.packet);
    this.packet.unref();
    return true;
  }
}

/**
 * Opens a configured encoder. If the encoder cannot be opened, frees its context.
 *
 * @param options FFmpeg's private options of this encoder.
 * @param action the attempted action, worded to follow "Could not", such as "open the AAC encoder".
 * @throws {MediaError} if the encoder cannot be opened.
 */
export async function openEncoder(
  context: CodecContext,
  codec: Codec,
  options: Readonly<Record<string, string | number>>,
  action: string,
): Promise<Encoder> {
  try {
    using dictionary = Dictionary.fromObject(options);
    // Asynchronous, because the synchronous calls of node-av free a dictionary twice.
    check(await context.open2(codec, dictionary), action);
    return new Encoder(context);
  } catch (error) {
    context.freeContext();
    throw error;
  }
}

/**
 * Opens an encoder for FFV1: lossless, 8 bits, with alpha, as 4:2:0 planes or as RGB.
 *
 * @param settings size in pixels, FFmpeg's number of the pixel format (YUVA420P or BGRA), and ticks per
 *   second of the timestamps.
 * @throws {MediaError} if the encoder cannot be opened.
 */
export async function openFfv1Encoder(settings: {
  width: number;
  height: number;
  format: Frame['format'];
  clock: Rate;
}): Promise<Encoder> {
  const codec = requireValue(Codec.findEncoderByName(FF_ENCODER_FFV1), 'find the FFV1 encoder');
  const context = new CodecContext();
  context.allocContext3(codec);
  context.width = settings.width;
  context.height = settings.height;
  // The type of `format` also allows sample formats, but a video frame always has a pixel format.
  context.pixelFormat = settings.format as AVPixelFormat;
  context.timeBase = new Rational(Number(settings.clock.d), Number(settings.clock.n));
  const planes = settings.format === AV_PIX_FMT_YUVA420P;
  context.colorRange = planes ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG;
  context.colorSpace = planes ? AVCOL_SPC_BT709 : AVCOL_SPC_RGB;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_FRAME_DURATION);
  return openEncoder(context, codec, {}, 'open the FFV1 encoder');
}

/** Sets the timestamp of a frame to its index in the output, and its duration to one tick. */
export function stampFrame(frame: Frame, index: number): void {
  frame.pts = BigInt(index);
  frame.duration = 1n;
}
