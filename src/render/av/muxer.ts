import { resolve } from 'node:path';
import { Dictionary, FFmpegError, FormatContext, type IRational, type Packet, type Stream } from 'node-av';
import type { Encoder, PacketSink } from './encoder.ts';

/** Writes packets of several encoders to one file. Close it with `using`; an unfinished file is the caller's to remove. */
export class Muxer implements Disposable {
  private readonly format = new FormatContext();
  private opened = false;

  /**
   * @param path the local file to write.
   * @param container FFmpeg's name of the container, such as `mp4`.
   */
  constructor(path: string, container: string) {
    // Throws where a caller that is not checked by types, such as one in another process, gives no path.
    const url = `file:${resolve(path)}`;
    written(this.format.allocOutputContext2(null, container, url), 'set up the file');
  }

  /** Adds a stream; only before {@link Muxer.begin}. @returns where its encoder puts its packets. */
  add(encoder: Encoder): PacketSink {
    const stream = this.format.newStream();
    written(encoder.context.parametersFromContext(stream.codecpar), 'describe a stream');
    const from = { num: encoder.context.timeBase.num, den: encoder.context.timeBase.den };
    stream.timeBase = encoder.context.timeBase;
    stream.avgFrameRate = encoder.context.framerate;
    return (packet) => this.write(packet, stream, from);
  }

  /** @param options the container's options, such as `movflags`. */
  async begin(options: Record<string, string>): Promise<void> {
    written(await this.format.openOutput(), 'open the file for writing');
    this.opened = true;
    using dictionary = Dictionary.fromObject(options);
    written(await this.format.writeHeader(dictionary), 'begin the file');
  }

  async finish(): Promise<void> {
    written(await this.format.writeTrailer(), 'finish the file');
    await this.format.closeOutput();
    this.opened = false;
  }

  [Symbol.dispose](): void {
    if (this.opened) this.format.closeOutputSync();
    this.format.freeContext();
  }

  /** A packet is small and goes to the memory of the system: to hand it to another thread would cost more. */
  private write(packet: Packet, stream: Stream, from: IRational): void {
    packet.streamIndex = stream.index;
    packet.rescaleTs(from, { num: stream.timeBase.num, den: stream.timeBase.den });
    written(this.format.interleavedWriteFrameSync(packet), 'write to the file');
  }
}

/** A failure to write is ours (a full disk, say), never a source's: it must not be taken for damaged media. */
function written(code: number, doing: string): void {
  if (code < 0) throw new Error(`${doing}: ${FFmpegError.strerror(code)}`);
}
