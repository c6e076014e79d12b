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

/** How a sound is stored. */
export interface SoundForm {
  /** FFmpeg's names of the encoder and of the container. */
  readonly codec: string;
  readonly container: string;
  readonly rate?: number;
  /** Stereo when absent. */
  readonly layout?: ChannelLayout;
  /** FFmpeg's name of the sample format; the first that the encoder takes when absent. */
  readonly format?: string;
  readonly seconds: number;
  /** The sound of a channel at a second, -1 to 1. */
  readonly wave: (time: number, channel: number) => number;
  readonly bitRate?: number;
  /** Options of the encoder and of the container. */
  readonly encoding?: Readonly<Record<string, string>>;
  readonly writing?: Readonly<Record<string, string>>;
  /** The timestamp of the first sample, in seconds. */
  readonly starts?: number;
  /** Pieces that are left out, from and to in seconds: their timestamps are passed over. */
  readonly gaps?: readonly (readonly [from: number, to: number])[];
  /** What the packet of a second is said to be played at, which is that second when absent. */
  readonly stamp?: (time: number) => number;
}

/** Samples of the frames that an encoder with frames of any size is given. */
const ANY_SIZE = 1024;

/** Writes a sound in any form that FFmpeg writes. */
export async function makeSound(path: string, form: SoundForm): Promise<void> {
  const { rate = 48_000, layout = AV_CHANNEL_LAYOUT_STEREO, gaps = [] } = form;
  using encoder = await encoderFor(form, rate, layout);
  using muxer = new Muxer(path, form.container);
  const written = muxer.add(encoder);
  const { stamp } = form;
  const sink: typeof written = (packet) => {
    if (stamp) packet.pts = packet.dts = BigInt(Math.round(stamp(Number(packet.pts) / rate) * rate));
    written(packet);
  };
  await muxer.begin({ ...form.writing });
  using chain = chainFor(encoder.context, rate, layout);
  const encode = async (): Promise<void> => {
    for (let ready = await chain.pull(); ready; ready = await chain.pull()) {
      using frame = ready;
      await encoder.encode(frame, sink);
    }
  };
  const begins = Math.round((form.starts ?? 0) * rate);
  const total = Math.round(form.seconds * rate);
  const left = gaps.map(([from, to]) => [Math.round(from * rate), Math.round(to * rate)] as const);
  const size = encoder.context.frameSize || ANY_SIZE;
  for (let at = 0; at < total;) {
    const gap = left.find(([from, to]) => at >= from && at < to);
    if (gap) {
      at = gap[1];
      continue;
    }
    const stop = Math.min(at + size, total, ...left.map(([from]) => from).filter((from) => from > at));
    using frame = planar(rate, layout, stop - at, (index, channel) =>
      form.wave((at + index) / rate, channel),
    );
    frame.pts = BigInt(begins + at);
    chain.push(frame);
    await encode();
    at = stop;
  }
  chain.push(null);
  await encode();
  await encoder.finish(sink);
  await muxer.finish();
}

function planar(
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

async function encoderFor(form: SoundForm, rate: number, layout: ChannelLayout): Promise<Encoder> {
  const codec = Codec.findEncoderByName(form.codec as Parameters<typeof Codec.findEncoderByName>[0]);
  if (!codec) throw new Error(`There is no encoder ${form.codec}.`);
  const context = new CodecContext();
  context.allocContext3(codec);
  const formats = codec.sampleFormats ?? [];
  const named = formats.find((format) => avGetSampleFmtName(format) === form.format);
  context.sampleFormat = (named ?? formats[0]) as AVSampleFormat;
  context.sampleRate = rate;
  context.channelLayout = layout;
  context.timeBase = new Rational(1, rate);
  if (form.bitRate) context.bitRate = BigInt(form.bitRate);
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  using options = Dictionary.fromObject({ ...form.encoding });
  const code = await context.open2(codec, options);
  if (code < 0) throw new Error(`The encoder ${form.codec} cannot be opened: ${code}.`);
  return new Encoder(context);
}

function chainFor(context: CodecContext, rate: number, layout: ChannelLayout): FilterChain {
  const format = avGetSampleFmtName(context.sampleFormat) ?? '';
  const name = avChannelLayoutDescribe(layout) ?? '';
  const parameters = `sample_rate=${rate}:sample_fmt=fltp:channel_layout=${name}:time_base=1/${rate}`;
  return new FilterChain('audio', parameters, `aformat=sample_fmts=${format}:channel_layouts=${name}`);
}
