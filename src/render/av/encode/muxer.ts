import { resolve } from 'node:path';
import {
  AV_PKT_FLAG_DISPOSABLE,
  AV_PKT_FLAG_KEY,
  AVFMT_FLAG_BITEXACT,
  type AVFormatFlag,
  type AVPacketFlag,
  Dictionary,
  FFmpegError,
  FormatContext,
  type IRational,
  Packet,
} from '../ffmpeg.ts';
import { requireValue } from '../check.ts';
import type { Encoder, PacketSink } from './encoder.ts';

/** An encoded frame on its way to the file. */
export interface EncodedFrame {
  readonly stream: Buffer;
  /** Index of the frame in presentation order. */
  readonly presentationIndex: number;
  /**
   * The tick at which the frame is decoded, at one tick per frame. The ticks rise in decoding order. The tick
   * of a frame never exceeds the presentation index of that frame.
   */
  readonly decodeIndex: number;
  readonly isKey: boolean;
  /** True if other frames are predicted from this one. */
  readonly isReference: boolean;
}

/** A function that receives encoded frames in decoding order. */
export type EncodedFrameSink = (frame: EncodedFrame) => void;

/** A function that receives encoded frames of sound in order. Times are samples. */
export type EncodedSoundSink = (frame: {
  readonly data: Buffer;
  readonly at: number;
  readonly duration: number;
}) => void;

/**
 * Writes the packets of several encoders to one file. Close it with `using`. The caller removes an unfinished
 * file.
 */
export class Muxer implements Disposable {
  private readonly format = new FormatContext();
  private isOpen = false;

  /**
   * @param path the local file to write.
   * @param container FFmpeg's name of the container, such as `mp4`.
   */
  constructor(path: string, container: string) {
    // `resolve` throws if the path is missing. TypeScript cannot check callers in another process, so this
    // check at run time is needed.
    const url = `file:${resolve(path)}`;
    checkWrite(this.format.allocOutputContext2(null, container, url), 'set up the output file');
    // A webm would have random numbers, so the same edit would not make the same file.
    if (container === 'webm') this.format.flags = (this.format.flags | AVFMT_FLAG_BITEXACT) as AVFormatFlag;
  }

  /** Adds a stream. Call it before {@link Muxer.begin}. @returns the sink for the packets of the encoder. */
  add(encoder: Encoder): PacketSink {
    const stream = this.format.newStream();
    checkWrite(encoder.context.parametersFromContext(stream.codecpar), 'describe the stream');
    const from = { num: encoder.context.timeBase.num, den: encoder.context.timeBase.den };
    stream.timeBase = encoder.context.timeBase;
    stream.avgFrameRate = encoder.context.framerate;
    let to: IRational | undefined;
    return (packet) => {
      // The header changes the time base. Reading it for each packet would take as long as writing the packet.
      to ??= { num: stream.timeBase.num, den: stream.timeBase.den };
      packet.streamIndex = stream.index;
      packet.rescaleTs(from, to);
      this.write(packet);
    };
  }

  /**
   * Adds a video stream for frames that are already encoded. The caller passes the frames to the returned
   * sink. Add all streams before calling {@link Muxer.begin}.
   *
   * @param parameterSets the H.264 parameter sets, with start codes.
   * @returns the sink for the frames.
   */
  addEncodedFrames(encoder: Encoder, parameterSets: Buffer): EncodedFrameSink {
    const sink = this.add(encoder);
    const stream = requireValue(this.format.streams.at(-1), 'add the stream');
    stream.codecpar.extradata = parameterSets;
    // 0 means no limit: the muxer holds the sound back until the video frames arrive, however late they are.
    this.format.maxInterleaveDelta = 0n;
    return ({ stream: data, presentationIndex, decodeIndex, isKey, isReference }) =>
      writeData(sink, data, {
        pts: presentationIndex,
        dts: decodeIndex,
        duration: 1,
        flags: (isKey ? AV_PKT_FLAG_KEY : 0) | (isReference ? 0 : AV_PKT_FLAG_DISPOSABLE),
      });
  }

  /** Adds a sound stream. @returns the sink of the encoder, and one for frames that are already encoded. */
  addSound(encoder: Encoder): { readonly packets: PacketSink; readonly encoded: EncodedSoundSink } {
    const packets = this.add(encoder);
    const encoded: EncodedSoundSink = ({ data, at, duration }) =>
      writeData(packets, data, { pts: at, dts: at, duration, flags: AV_PKT_FLAG_KEY });
    return { packets, encoded };
  }

  /** Opens the file and writes its header. @param options options of the container, such as `movflags`. */
  async begin(options: Record<string, string>): Promise<void> {
    checkWrite(await this.format.openOutput(), 'open the file for writing');
    this.isOpen = true;
    using dictionary = Dictionary.fromObject(options);
    checkWrite(await this.format.writeHeader(dictionary), 'write the file header');
  }

  /**
   * Ends the current fragment of a fragmented file, of which this must be the only stream. The next packet begins
   * another one.
   */
  endFragment(): void {
    checkWrite(this.format.writeFrameSync(null), 'write to the file');
  }

  /** Writes the trailer of the file and closes the file. */
  async finish(): Promise<void> {
    checkWrite(await this.format.writeTrailer(), 'finish the file');
    await this.format.closeOutput();
    this.isOpen = false;
  }

  [Symbol.dispose](): void {
    if (this.isOpen) this.format.closeOutputSync();
    this.format.freeContext();
  }

  /**
   * Writes a packet synchronously, because writing to the page cache is faster than waking another thread.
   */
  private write(packet: Packet): void {
    checkWrite(this.format.interleavedWriteFrameSync(packet), 'write to the file');
  }
}

/** Writes data to a sink. Times are ticks of the encoder. */
function writeData(
  sink: PacketSink,
  data: Buffer,
  { pts, dts, duration, flags }: Readonly<Record<'pts' | 'dts' | 'duration' | 'flags', number>>,
): void {
  using packet = new Packet();
  packet.alloc();
  packet.data = data;
  packet.pts = BigInt(pts);
  packet.dts = BigInt(dts);
  packet.duration = BigInt(duration);
  packet.flags = flags as AVPacketFlag;
  sink(packet);
}

/**
 * A failed write, for example on a full disk. Not a {@link MediaError}, because it must not count as damaged
 * media.
 */
class WriteError extends Error {
  /** FFmpeg's error code, below 0. */
  readonly code: number;

  constructor(code: number, action: string) {
    super(`Could not ${action}: ${FFmpegError.strerror(code)}`);
    this.name = 'WriteError';
    this.code = code;
  }
}

function checkWrite(code: number, action: string): void {
  if (code < 0) throw new WriteError(code, action);
}
