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

/** The kind of a unit of H.264 that needs nothing before it. */
const IDR = 5;

/** What comes out of an MP4 when nothing is forgiven. */
export interface ReadStrictly {
  /** The place of each picture in order of time, counted in pictures from second 0 on. */
  readonly pictures: readonly number[];
  /** Samples of the sound that are heard. */
  readonly samples: number;
  /** What FFmpeg said, and what it could not decode. */
  readonly remarks: readonly string[];
  /** The mean rate of the pictures, and the rate that it guesses. */
  readonly rates: readonly string[];
  /** Whether every keyframe is an IDR picture. */
  readonly fresh: boolean;
}

/** Decodes an MP4 as strictly as FFmpeg can, and listens to its warnings. */
export async function readStrictly(path: string): Promise<ReadStrictly> {
  const remarks: string[] = [];
  Log.setCallback((level, message) => level <= AV_LOG_WARNING && remarks.push(message), {
    maxLevel: AV_LOG_WARNING,
  });
  Log.setLevel(AV_LOG_WARNING);
  try {
    const read = await decoded(path, remarks);
    // The remarks come through the event loop.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { ...read, remarks };
  } finally {
    Log.resetCallback();
    Log.setLevel(AV_LOG_FATAL);
  }
}

async function decoded(path: string, remarks: string[]): Promise<Omit<ReadStrictly, 'remarks'>> {
  using input = await Input.open(path, 'mov');
  const { streams } = input.format;
  const decoders = await Promise.all(streams.map(strictDecoder));
  const found = { pictures: new Array<number>(), samples: 0, fresh: true };
  using packet = new Packet();
  packet.alloc();
  while ((await input.format.readFrame(packet)) >= 0) {
    const [stream, decoder] = [streams[packet.streamIndex], decoders[packet.streamIndex]];
    if (!stream || !decoder) continue;
    const isKey = decoder.codecType === AVMEDIA_TYPE_VIDEO && packet.isKeyframe;
    if (isKey) found.fresh &&= unitsOf(packet.data ?? Buffer.alloc(0)).includes(IDR);
    if ((await decoder.sendPacket(packet)) < 0) remarks.push(`a packet of ${stream.index} cannot be decoded`);
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
  return { ...found, rates: rates.map(({ num, den }) => fromRatio(num, den).toFraction()) };
}

async function drain(
  stream: Stream,
  decoder: CodecContext,
  found: { pictures: number[]; samples: number },
): Promise<void> {
  using frame = new Frame();
  frame.alloc();
  while ((await decoder.receiveFrame(frame)) >= 0) {
    if (decoder.codecType === AVMEDIA_TYPE_AUDIO) found.samples += frame.nbSamples;
    else found.pictures.push(placeOf(frame, stream));
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

/** A number that is not whole where a picture is not exactly in its place. */
function placeOf(frame: Frame, { timeBase, avgFrameRate }: Stream): number {
  return (Number(frame.pts) * timeBase.num * avgFrameRate.num) / (timeBase.den * avgFrameRate.den);
}

/** The kinds of the units of an H.264 packet with four bytes of length before each. */
function unitsOf(data: Buffer): number[] {
  const kinds: number[] = [];
  for (let at = 0; at + 4 < data.length; at += 4 + data.readUInt32BE(at))
    kinds.push((data[at + 4] ?? 0) & 31);
  return kinds;
}
