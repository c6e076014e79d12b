import { resolve } from 'node:path';
import {
  AV_PKT_FLAG_DISPOSABLE,
  AV_PKT_FLAG_KEY,
  type AVPacketFlag,
  Dictionary,
  FFmpegError,
  FormatContext,
  type IRational,
  Packet,
  type Stream,
} from 'node-av';
import { requireValue } from '../check.ts';
import type { Encoder, PacketSink } from './encoder.ts';

/** An encoded picture on its way to the file. */
export interface EncodedFrame {
  readonly stream: Buffer;
  /** Its place among the pictures of the file, and when it is decoded, counted the same way; rising, and never later than it is seen. */
  readonly presentationIndex: number;
  readonly decodeIndex: number;
  readonly isKey: boolean;
  /** Whether others are made of it. */
  readonly isReference: boolean;
}

/** Takes the next picture in the order of decoding. */
export type EncodedFrameSink = (frame: EncodedFrame) => void;

/** Writes packets of several encoders to one file. Close it with `using`; an unfinished file is the caller's to remove. */
export class Muxer implements Disposable {
  private readonly format = new FormatContext();
  private isOpen = false;

  /**
   * @param path the local file to write.
   * @param container FFmpeg's name of the container, such as `mp4`.
   */
  constructor(path: string, container: string) {
    // Throws where a caller that is not checked by types, such as one in another process, gives no path.
    const url = `file:${resolve(path)}`;
    checkWrite(this.format.allocOutputContext2(null, container, url), 'set up the file');
  }

  /** Adds a stream; only before {@link Muxer.begin}. @returns where its encoder puts its packets. */
  add(encoder: Encoder): PacketSink {
    const stream = this.format.newStream();
    checkWrite(encoder.context.parametersFromContext(stream.codecpar), 'describe a stream');
    const from = { num: encoder.context.timeBase.num, den: encoder.context.timeBase.den };
    stream.timeBase = encoder.context.timeBase;
    stream.avgFrameRate = encoder.context.framerate;
    return (packet) => this.write(packet, stream, from);
  }

  /**
   * Adds a stream of pictures that are not written as their encoder makes them; only before {@link Muxer.begin}.
   *
   * @param parameterSets of H.264, with start codes.
   */
  addEncodedFrames(encoder: Encoder, parameterSets: Buffer): EncodedFrameSink {
    const sink = this.add(encoder);
    const stream = requireValue(this.format.streams.at(-1), 'add a stream');
    stream.codecpar.extradata = parameterSets;
    // Pictures may come late, and the sound waits for them however long that takes.
    this.format.maxInterleaveDelta = 0n;
    return ({ stream: data, presentationIndex, decodeIndex, isKey, isReference }) => {
      using packet = new Packet();
      packet.alloc();
      packet.data = data;
      packet.pts = BigInt(presentationIndex);
      packet.dts = BigInt(decodeIndex);
      packet.duration = 1n;
      packet.flags = ((isKey ? AV_PKT_FLAG_KEY : 0) |
        (isReference ? 0 : AV_PKT_FLAG_DISPOSABLE)) as AVPacketFlag;
      sink(packet);
    };
  }

  /** @param options the container's options, such as `movflags`. */
  async begin(options: Record<string, string>): Promise<void> {
    checkWrite(await this.format.openOutput(), 'open the file for writing');
    this.isOpen = true;
    using dictionary = Dictionary.fromObject(options);
    checkWrite(await this.format.writeHeader(dictionary), 'begin the file');
  }

  async finish(): Promise<void> {
    checkWrite(await this.format.writeTrailer(), 'finish the file');
    await this.format.closeOutput();
    this.isOpen = false;
  }

  [Symbol.dispose](): void {
    if (this.isOpen) this.format.closeOutputSync();
    this.format.freeContext();
  }

  /** A packet is small and goes to the memory of the system: to hand it to another thread would cost more. */
  private write(packet: Packet, stream: Stream, from: IRational): void {
    packet.streamIndex = stream.index;
    packet.rescaleTs(from, { num: stream.timeBase.num, den: stream.timeBase.den });
    checkWrite(this.format.interleavedWriteFrameSync(packet), 'write to the file');
  }
}

/** A failure to write is ours (a full disk, say), never a source's: it must not be taken for damaged media. */
function checkWrite(code: number, action: string): void {
  if (code < 0) throw new Error(`${action}: ${FFmpegError.strerror(code)}`);
}
