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
} from 'node-av';
import type { Rate } from '../../../base/time.ts';
import { check, requireValue } from '../check.ts';

/** What a picture is to become: what the encoder likes, a keyframe, or one that is made of pictures before it alone. */
export type FrameKind = 'any' | 'key' | 'P';

const PICTURE_TYPES = {
  any: AV_PICTURE_TYPE_NONE,
  key: AV_PICTURE_TYPE_I,
  P: AV_PICTURE_TYPE_P,
} as const satisfies Record<FrameKind, unknown>;

/** Takes finished packets; it must have copied or written a packet when it returns. */
export type PacketSink = (packet: Packet) => void;

/** An open encoder. Feed it, {@link Encoder.finish} it, close it with `using`. */
export class Encoder implements Disposable {
  readonly context: CodecContext;
  private readonly packet = new Packet();

  constructor(context: CodecContext) {
    this.context = context;
    this.packet.alloc();
  }

  /** @param kind of a picture; a sound has none. */
  async encode(frame: Frame, sink: PacketSink, kind: FrameKind = 'any'): Promise<void> {
    // A decoder's choice must not bind the encoder.
    frame.pictType = PICTURE_TYPES[kind];
    check(await this.context.sendFrame(frame), 'encode a frame');
    // Sending has encoded it: what came of it only waits to be taken.
    await this.drain(() => this.context.receivePacketSync(this.packet), sink);
  }

  /** Empties the encoder; nothing can be encoded afterwards. */
  async finish(sink: PacketSink): Promise<void> {
    check(await this.context.sendFrame(null), 'finish encoding');
    await this.drain(() => this.context.receivePacket(this.packet), sink);
  }

  [Symbol.dispose](): void {
    this.packet.free();
    this.context.freeContext();
  }

  private async drain(receive: () => number | Promise<number>, sink: PacketSink): Promise<void> {
    for (;;) {
      const code = await receive();
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
      check(code, 'encode a frame');
      sink(this.packet);
      this.packet.unref();
    }
  }
}

/**
 * Opens an encoder that is all set up; its context is freed where that fails.
 *
 * @param options FFmpeg's own for this encoder.
 * @param action what is tried, in the words of the error.
 * @throws {MediaError} when it cannot be opened.
 */
export async function openEncoder(
  context: CodecContext,
  codec: Codec,
  options: Readonly<Record<string, string | number>>,
  action: string,
): Promise<Encoder> {
  try {
    using dictionary = Dictionary.fromObject(options);
    // The synchronous calls of node-av free a dictionary twice.
    check(await context.open2(codec, dictionary), action);
    return new Encoder(context);
  } catch (error) {
    context.freeContext();
    throw error;
  }
}

/**
 * FFV1, lossless, 8 bits, with alpha: 4:2:0, or as red, green and blue.
 *
 * @param settings size in pixels, FFmpeg's number of the pixel format (YUVA420P or BGRA), and ticks in a second of the timestamps.
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
  // A picture's format is a pixel format, which the type leaves open.
  context.pixelFormat = settings.format as AVPixelFormat;
  context.timeBase = new Rational(Number(settings.clock.d), Number(settings.clock.n));
  const planes = settings.format === AV_PIX_FMT_YUVA420P;
  context.colorRange = planes ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG;
  context.colorSpace = planes ? AVCOL_SPC_BT709 : AVCOL_SPC_RGB;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_FRAME_DURATION);
  return openEncoder(context, codec, {}, 'open the FFV1 encoder');
}

/** Gives a picture its place in the output: one tick, whatever it lasted in its source. */
export function stampFrame(frame: Frame, index: number): void {
  frame.pts = BigInt(index);
  frame.duration = 1n;
}
