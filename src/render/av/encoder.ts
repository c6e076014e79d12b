import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PICTURE_TYPE_P,
  AV_PIX_FMT_YUVA420P,
  AV_SAMPLE_FMT_FLTP,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_RGB,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  avChannelLayoutDefault,
  type AVPixelFormat,
  Codec,
  CodecContext,
  Dictionary,
  type FFAudioEncoder,
  FF_ENCODER_AAC,
  FF_ENCODER_FFV1,
  FF_ENCODER_LIBMP3LAME,
  Frame,
  Packet,
  Rational,
} from 'node-av';
import { type Rate, SAMPLE_RATE } from '../../base/time.ts';
import type { Stereo } from '../media/stereo.ts';
import { check, present } from './check.ts';

/** How much LAME thinks, 0 (most) to 9: what its own presets have. */
const LAME_EFFORT = 2;

/** What a picture is to become: what the encoder likes, a keyframe, or one that is made of pictures before it alone. */
export type PictureKind = 'any' | 'key' | 'P';

const PICTURE_TYPES = {
  any: AV_PICTURE_TYPE_NONE,
  key: AV_PICTURE_TYPE_I,
  P: AV_PICTURE_TYPE_P,
} as const satisfies Record<PictureKind, unknown>;

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
  async encode(frame: Frame, sink: PacketSink, kind: PictureKind = 'any'): Promise<void> {
    // A decoder's choice must not bind the encoder.
    frame.pictType = PICTURE_TYPES[kind];
    check(await this.context.sendFrame(frame), 'encode a frame');
    // Sending has encoded it: what came of it only waits to be taken.
    await this.take(() => this.context.receivePacketSync(this.packet), sink);
  }

  /** Empties the encoder; nothing can be encoded afterwards. */
  async finish(sink: PacketSink): Promise<void> {
    check(await this.context.sendFrame(null), 'finish encoding');
    await this.take(() => this.context.receivePacket(this.packet), sink);
  }

  [Symbol.dispose](): void {
    this.packet.free();
    this.context.freeContext();
  }

  private async take(receive: () => number | Promise<number>, sink: PacketSink): Promise<void> {
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
 * @param doing what is tried, in the words of the error.
 * @throws {MediaError} when it cannot be opened.
 */
export async function opened(
  context: CodecContext,
  codec: Codec,
  options: Readonly<Record<string, string | number>>,
  doing: string,
): Promise<Encoder> {
  try {
    using dictionary = Dictionary.fromObject(options);
    // The synchronous calls of node-av free a dictionary twice.
    check(await context.open2(codec, dictionary), doing);
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
export async function ffv1Encoder(settings: {
  width: number;
  height: number;
  format: Frame['format'];
  clock: Rate;
}): Promise<Encoder> {
  const codec = present(Codec.findEncoderByName(FF_ENCODER_FFV1), 'find the FFV1 encoder');
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
  return opened(context, codec, {}, 'open the FFV1 encoder');
}

/** AAC-LC, 48 kHz stereo. Timestamps are sample indexes. @param bitRate bits in a second. */
export async function aacEncoder(bitRate: number): Promise<Encoder> {
  // The slower search for quantizers: with the fast one a pure tone is off by -18 dB. Noise substitution and the shaping of noise in
  // time add to the peaks of a loud sound, and gain nothing from 96 kbit/s on (docs/outputs.md).
  return soundEncoder(FF_ENCODER_AAC, bitRate, { aac_coder: 'twoloop', aac_pns: 0, aac_tns: 0 });
}

/**
 * MP3, 48 kHz joint stereo at a constant bit rate. Timestamps are sample indexes.
 *
 * @param bitRate bits in a second, one that MPEG-1 Layer III has.
 */
export async function mp3Encoder(bitRate: number): Promise<Encoder> {
  return soundEncoder(FF_ENCODER_LIBMP3LAME, bitRate, { joint_stereo: 1, compression_level: LAME_EFFORT });
}

async function soundEncoder(
  name: FFAudioEncoder,
  bitRate: number,
  options: Readonly<Record<string, string | number>>,
): Promise<Encoder> {
  const codec = present(Codec.findEncoderByName(name), `find the ${name} encoder`);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleFormat = AV_SAMPLE_FMT_FLTP;
  context.sampleRate = SAMPLE_RATE;
  context.channelLayout = avChannelLayoutDefault(2);
  context.timeBase = new Rational(1, SAMPLE_RATE);
  context.bitRate = BigInt(bitRate);
  // An MP4 keeps the description of AAC in its index; an MP3 has none.
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  return opened(context, codec, options, `open the ${name} encoder`);
}

/** Gives a picture its place in the output: one tick, whatever it lasted in its source. */
export function stampPicture(frame: Frame, index: number): void {
  frame.pts = BigInt(index);
  frame.duration = 1n;
}

/** Samples as a frame for an encoder of sound; the caller frees it. @param at index of the first sample in the output. */
export function soundFrame(samples: Stereo, at: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.nbSamples = samples.left.length;
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = SAMPLE_RATE;
  frame.channelLayout = avChannelLayoutDefault(2);
  check(frame.getBuffer(), 'take memory for sound');
  const planes = present(frame.data, 'take memory for sound');
  for (const [index, channel] of [samples.left, samples.right].entries()) {
    present(planes[index], 'take memory for sound').set(
      new Uint8Array(channel.buffer, channel.byteOffset, channel.byteLength),
    );
  }
  frame.pts = BigInt(at);
  return frame;
}
