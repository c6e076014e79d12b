import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  avChannelLayoutDescribe,
  avGetSampleFmtName,
  type AVSampleFormat,
  type ChannelLayout,
  Codec,
  CodecContext,
  Dictionary,
  Frame,
  Rational,
} from 'node-av';
import { Encoder } from '../../src/render/av/encode/encoder.ts';
import { FilterChain } from '../../src/render/av/filter-chain.ts';
import { Muxer } from '../../src/render/av/encode/muxer.ts';

/** A sound to encode. */
export interface EncodedSound {
  /** FFmpeg names of the encoder and the container. */
  readonly codec: string;
  readonly container: string;
  /** Samples per second. Default 48,000. */
  readonly rate?: number;
  /** Default: stereo. */
  readonly layout?: ChannelLayout;
  /** FFmpeg name of the sample format. Default: the first that the encoder supports. */
  readonly format?: string;
  readonly seconds: number;
  /** Returns the sample of a channel at a second, from -1 to 1. */
  readonly wave: (time: number, channel: number) => number;
  readonly bitRate?: number;
  /** Options of the encoder. */
  readonly encoding?: Readonly<Record<string, string>>;
  /** Options of the container. */
  readonly writing?: Readonly<Record<string, string>>;
  /** The timestamp of the first sample, in seconds. */
  readonly starts?: number;
  /** Parts to leave out, in seconds. Their timestamps are skipped. */
  readonly gaps?: readonly (readonly [from: number, to: number])[];
  /** Returns the timestamp of the packet at a second. Default: that second. */
  readonly stamp?: (time: number) => number;
}

/** Samples per frame for encoders that accept any frame size. */
const ANY_SIZE = 1024;

/** Encodes a sound with any encoder and container of FFmpeg. */
export async function encodeSound(path: string, sound: EncodedSound): Promise<void> {
  const { rate = 48_000, layout = AV_CHANNEL_LAYOUT_STEREO, gaps = [] } = sound;
  using encoder = await openEncoder(sound, rate, layout);
  using muxer = new Muxer(path, sound.container);
  const written = muxer.add(encoder);
  const { stamp } = sound;
  const sink: typeof written = (packet) => {
    if (stamp) packet.pts = packet.dts = BigInt(Math.round(stamp(Number(packet.pts) / rate) * rate));
    written(packet);
  };
  await muxer.begin({ ...sound.writing });
  using chain = openChain(encoder.context, rate, layout);
  const encode = async (): Promise<void> => {
    for (let ready = await chain.pull(); ready; ready = await chain.pull()) {
      using frame = ready;
      await encoder.encode(frame, sink);
    }
  };
  const first = Math.round((sound.starts ?? 0) * rate);
  const total = Math.round(sound.seconds * rate);
  const skipped = gaps.map(([from, to]) => [Math.round(from * rate), Math.round(to * rate)] as const);
  const size = encoder.context.frameSize || ANY_SIZE;
  for (let at = 0; at < total;) {
    const gap = skipped.find(([from, to]) => at >= from && at < to);
    if (gap) {
      at = gap[1];
      continue;
    }
    const stop = Math.min(at + size, total, ...skipped.map(([from]) => from).filter((from) => from > at));
    using frame = createPlanarFrame(rate, layout, stop - at, (index, channel) =>
      sound.wave((at + index) / rate, channel),
    );
    frame.pts = BigInt(first + at);
    chain.push(frame);
    await encode();
    at = stop;
  }
  chain.push(null);
  await encode();
  await encoder.finish(sink);
  await muxer.finish();
}

function createPlanarFrame(
  rate: number,
  layout: ChannelLayout,
  count: number,
  wave: (index: number, channel: number) => number,
): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.nbSamples = count;
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = rate;
  frame.channelLayout = layout;
  frame.getBuffer();
  for (let channel = 0; channel < layout.nbChannels; channel++) {
    const samples = Float32Array.from({ length: count }, (_, index) => wave(index, channel));
    frame.data?.[channel]?.set(new Uint8Array(samples.buffer));
  }
  return frame;
}

async function openEncoder(sound: EncodedSound, rate: number, layout: ChannelLayout): Promise<Encoder> {
  const codec = Codec.findEncoderByName(sound.codec as Parameters<typeof Codec.findEncoderByName>[0]);
  if (!codec) throw new Error(`FFmpeg has no encoder ${sound.codec}.`);
  const context = new CodecContext();
  context.allocContext3(codec);
  const formats = codec.sampleFormats ?? [];
  const named = formats.find((format) => avGetSampleFmtName(format) === sound.format);
  context.sampleFormat = (named ?? formats[0]) as AVSampleFormat;
  context.sampleRate = rate;
  context.channelLayout = layout;
  context.timeBase = new Rational(1, rate);
  if (sound.bitRate) context.bitRate = BigInt(sound.bitRate);
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  using options = Dictionary.fromObject({ ...sound.encoding });
  const code = await context.open2(codec, options);
  if (code < 0) throw new Error(`Could not open the encoder ${sound.codec}: ${code}.`);
  return new Encoder(context);
}

function openChain(context: CodecContext, rate: number, layout: ChannelLayout): FilterChain {
  const format = avGetSampleFmtName(context.sampleFormat) ?? '';
  const name = avChannelLayoutDescribe(layout) ?? '';
  const parameters = `sample_rate=${rate}:sample_fmt=fltp:channel_layout=${name}:time_base=1/${rate}`;
  return new FilterChain('audio', parameters, `aformat=sample_fmts=${format}:channel_layouts=${name}`);
}
