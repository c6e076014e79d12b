import {
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_VIDEO,
  BitStreamFilter,
  BitStreamFilterContext,
  Dictionary,
  FormatContext,
  Packet,
  type Stream,
} from 'node-av';
import { Input } from '../../src/render/av/input/input.ts';

/** The options for writing a file again. */
export interface Remux {
  /** FFmpeg names of the demuxer of the source and of the container. */
  readonly demuxer: string;
  readonly container: string;
  /** Options of the container. */
  readonly options?: Readonly<Record<string, string>>;
  /** Changes a packet. Returns false to leave it out. `index` counts the packets of its stream. */
  readonly edit?: (packet: Packet, index: number, isVideo: boolean) => boolean;
  /** Changes the description of a stream before the header is written. */
  readonly describe?: (stream: Stream, isVideo: boolean) => void;
  /** FFmpeg name of a filter for the packets of the video. */
  readonly filter?: string;
  /** Further sources, whose tracks follow those of the first one. */
  readonly more?: readonly string[];
}

interface Track {
  readonly stream: Stream;
  readonly filter: BitStreamFilterContext | undefined;
  readonly isVideo: boolean;
  count: number;
}

/** Writes the packets of a file to another one, without decoding them. */
export async function remux(from: string, to: string, how: Remux): Promise<void> {
  const output = new FormatContext();
  requireSuccess(output.allocOutputContext2(null, how.container, `file:${to}`));
  const inputs = await Promise.all([from, ...(how.more ?? [])].map((path) => Input.open(path, how.demuxer)));
  try {
    const tracks = inputs.map((input) => input.format.streams.map((stream) => addTrack(output, stream, how)));
    requireSuccess(await output.openOutput());
    using options = Dictionary.fromObject({ ...how.options });
    requireSuccess(await output.writeHeader(options));
    for (const [index, input] of inputs.entries()) await copyPackets(input, tracks[index] ?? [], output, how);
    requireSuccess(await output.writeTrailer());
    await output.closeOutput();
  } finally {
    for (const input of inputs) input[Symbol.dispose]();
    output.freeContext();
  }
}

function addTrack(output: FormatContext, source: Stream, how: Remux): Track {
  const isVideo = source.codecpar.codecType === AVMEDIA_TYPE_VIDEO;
  const stream = output.newStream();
  const filter = isVideo && how.filter !== undefined ? openFilter(how.filter, source) : undefined;
  requireSuccess((filter?.outputCodecParameters ?? source.codecpar).copy(stream.codecpar));
  stream.codecpar.codecTag = 0;
  stream.timeBase = source.timeBase;
  stream.avgFrameRate = source.avgFrameRate;
  stream.disposition = source.disposition;
  how.describe?.(stream, isVideo);
  return { stream, filter, isVideo, count: 0 };
}

function openFilter(name: string, { codecpar, timeBase }: Stream): BitStreamFilterContext {
  const filter = BitStreamFilter.getByName(name);
  if (!filter) throw new Error(`FFmpeg has no filter ${name}.`);
  const context = new BitStreamFilterContext();
  requireSuccess(context.alloc(filter));
  if (context.inputCodecParameters) codecpar.copy(context.inputCodecParameters);
  context.inputTimeBase = timeBase;
  requireSuccess(context.init());
  return context;
}

async function copyPackets(
  input: Input,
  tracks: readonly Track[],
  output: FormatContext,
  how: Remux,
): Promise<void> {
  using packet = new Packet();
  packet.alloc();
  const write = (track: Track): void => {
    if (how.edit?.(packet, track.count++, track.isVideo) === false) {
      packet.unref();
      return;
    }
    const from = input.format.streams[packet.streamIndex]?.timeBase ?? packet.timeBase;
    packet.streamIndex = track.stream.index;
    packet.rescaleTs(from, track.stream.timeBase);
    packet.pos = -1n;
    requireSuccess(output.interleavedWriteFrameSync(packet));
  };
  while ((await input.read(packet)) >= 0) {
    const track = tracks[packet.streamIndex];
    if (!track) throw new Error('A packet has no track.');
    if (track.filter) {
      const index = packet.streamIndex;
      requireSuccess(track.filter.sendPacketSync(packet));
      while (track.filter.receivePacketSync(packet) >= 0) {
        packet.streamIndex = index;
        write(track);
      }
    } else write(track);
  }
}

function requireSuccess(code: number): void {
  if (code < 0) throw new Error(`FFmpeg failed with ${code}.`);
}

/** Removes the timestamp at which a packet is shown, as some recorders do. */
export function dropPresentationTime(packet: Packet): boolean {
  packet.pts = AV_NOPTS_VALUE;
  return true;
}

/** Reads the packets of a stream: their bytes, and if they are keyframes. */
export async function readPackets(
  path: string,
  demuxer: string,
  isWanted: (stream: Stream) => boolean = ({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO,
): Promise<{ readonly data: Buffer; readonly isKey: boolean; readonly pts: bigint }[]> {
  using input = await Input.open(path, demuxer);
  using packet = new Packet();
  packet.alloc();
  const packets: { data: Buffer; isKey: boolean; pts: bigint }[] = [];
  while ((await input.read(packet)) >= 0) {
    if (isWanted(input.getStream(packet.streamIndex)))
      packets.push({ data: Buffer.from(packet.data ?? []), isKey: packet.isKeyframe, pts: packet.pts });
    packet.unref();
  }
  return packets;
}
