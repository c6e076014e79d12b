import {
  AV_LOG_FATAL,
  AV_LOG_WARNING,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Codec,
  CodecContext,
  Dictionary,
  Frame,
  Log,
  Packet,
  type Stream,
} from 'node-av';
import { fromRatio } from '../../src/base/time.ts';
import { Input } from '../../src/render/av/input/input.ts';

/** The type of an H.264 NAL unit that can be decoded without earlier ones. */
const IDR = 5;

/** The result of decoding an MP4 without any error tolerance. */
export interface StrictResult {
  /** The index of each frame, in presentation order, from its timestamp. Second 0 has index 0. */
  readonly frameIndexes: readonly number[];
  /** Number of decoded audio samples. */
  readonly sampleCount: number;
  /** Warnings of FFmpeg and packets that could not be decoded. */
  readonly messages: readonly string[];
  /** The average frame rate and the frame rate guessed by FFmpeg. */
  readonly frameRates: readonly string[];
  /** True if every keyframe is an IDR frame. */
  readonly hasOnlyIdrKeyframes: boolean;
}

/** Decodes an MP4 with the strictest settings of FFmpeg and collects its warnings. */
export async function decodeStrictly(path: string): Promise<StrictResult> {
  const messages: string[] = [];
  Log.setCallback((level, message) => level <= AV_LOG_WARNING && messages.push(message), {
    maxLevel: AV_LOG_WARNING,
  });
  Log.setLevel(AV_LOG_WARNING);
  try {
    const result = await decode(path, messages);
    // Messages arrive through the event loop.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { ...result, messages };
  } finally {
    Log.resetCallback();
    Log.setLevel(AV_LOG_FATAL);
  }
}

async function decode(path: string, messages: string[]): Promise<Omit<StrictResult, 'messages'>> {
  using input = await Input.open(path, 'mov');
  const { streams } = input.format;
  const decoders = await Promise.all(streams.map(strictDecoder));
  const found = { frameIndexes: new Array<number>(), sampleCount: 0, hasOnlyIdrKeyframes: true };
  using packet = new Packet();
  packet.alloc();
  while ((await input.format.readFrame(packet)) >= 0) {
    const [stream, decoder] = [streams[packet.streamIndex], decoders[packet.streamIndex]];
    if (!stream || !decoder) continue;
    const isKey = decoder.codecType === AVMEDIA_TYPE_VIDEO && packet.isKeyframe;
    if (isKey) found.hasOnlyIdrKeyframes &&= unitsOf(packet.data ?? Buffer.alloc(0)).includes(IDR);
    if ((await decoder.sendPacket(packet)) < 0)
      messages.push(`a packet of ${stream.index} cannot be decoded`);
    packet.unref();
    await drain(stream, decoder, found);
  }
  for (const [index, decoder] of decoders.entries()) {
    await decoder.sendPacket(null);
    const stream = streams[index];
    if (stream) await drain(stream, decoder, found);
    decoder.freeContext();
  }
  const rates = input.video ? [input.video.avgFrameRate, input.video.rFrameRate] : [];
  return { ...found, frameRates: rates.map(({ num, den }) => fromRatio(num, den).toFraction()) };
}

async function drain(
  stream: Stream,
  decoder: CodecContext,
  found: { frameIndexes: number[]; sampleCount: number },
): Promise<void> {
  using frame = new Frame();
  frame.alloc();
  while ((await decoder.receiveFrame(frame)) >= 0) {
    if (decoder.codecType === AVMEDIA_TYPE_AUDIO) found.sampleCount += frame.nbSamples;
    else found.frameIndexes.push(frameIndexOf(frame, stream));
    frame.unref();
  }
}

async function strictDecoder(stream: Stream): Promise<CodecContext> {
  const context = new CodecContext();
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  context.allocContext3(codec);
  context.parametersToContext(stream.codecpar);
  context.pktTimebase = stream.timeBase;
  using options = Dictionary.fromObject({
    err_detect: 'crccheck+bitstream+buffer+careful+compliant+explode',
  });
  await context.open2(codec, options);
  return context;
}

/** Returns the index of a frame. The result is not whole if the timestamp is not exact. */
function frameIndexOf(frame: Frame, { timeBase, avgFrameRate }: Stream): number {
  return (Number(frame.pts) * timeBase.num * avgFrameRate.num) / (timeBase.den * avgFrameRate.den);
}

/**
 * Returns the types of the NAL units of an H.264 packet. Each unit is preceded by its length in four bytes.
 */
function unitsOf(data: Buffer): number[] {
  const kinds: number[] = [];
  for (let at = 0; at + 4 < data.length; at += 4 + data.readUInt32BE(at))
    kinds.push((data[at + 4] ?? 0) & 31);
  return kinds;
}
