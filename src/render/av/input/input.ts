import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Dictionary,
  FormatContext,
  InputFormat,
  type Packet,
  type Stream,
} from 'node-av';
import { fromRatio, type Seconds, toSeconds, ZERO } from '../../../base/time.ts';
import type { SourceFile } from '../../media/source-file.ts';
import { check, requireValue } from '../check.ts';
import { RemoteIo } from './remote-io.ts';

/** FFmpeg may open plain local files and nothing else, whatever the file asks for. */
const FILE_PROTOCOL_ONLY = { protocol_whitelist: 'file' };

/** An open media file. Close it with `using`. */
export class Input implements Disposable {
  readonly format = new FormatContext();
  private readonly io: RemoteIo | undefined;

  private constructor(file: SourceFile) {
    this.io = typeof file === 'string' ? undefined : new RemoteIo(file);
  }

  /**
   * @param file a local file, or one that is fetched where it is read.
   * @param demuxer the FFmpeg demuxer to read it with; no other is tried.
   * @throws {MediaError} when the demuxer cannot read the file.
   * @throws {Unfetched} when its bytes cannot be had.
   */
  static async open(file: SourceFile, demuxer: string): Promise<Input> {
    const format = requireValue(InputFormat.findInputFormat(demuxer), `find the demuxer ${demuxer}`);
    const input = new Input(file);
    try {
      await input.openFormat(typeof file === 'string' ? `file:${file}` : '', format);
      return input;
    } catch (error) {
      input[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * Reads the next packet, of whatever stream. Where the file is on this machine it is there sooner than another thread would begin.
   *
   * @returns FFmpeg's code, below 0 when there is none: see {@link Input.assertFetched}.
   */
  read(packet: Packet): number | Promise<number> {
    return this.io ? this.format.readFrame(packet) : this.format.readFrameSync(packet);
  }

  /** @throws {Unfetched} when bytes could not be had, which FFmpeg takes for the end of the file or for damage. */
  assertFetched(): void {
    if (this.io?.failure) throw this.io.failure;
  }

  /** The first moving picture, passing over cover art; undefined when there is none. */
  get video(): Stream | undefined {
    const index = this.format.findBestStream(AVMEDIA_TYPE_VIDEO);
    const stream = index < 0 ? undefined : this.format.streams[index];
    // The packet of `attachedPic` is freed twice by node-av.
    return stream && (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0 ? undefined : stream;
  }

  /** The sound that the file prefers of those that can be decoded; undefined when there is none. */
  get audio(): Stream | undefined {
    const { streamIndex } = this.format.findBestStream(AVMEDIA_TYPE_AUDIO, -1, -1, true);
    return this.format.streams[streamIndex];
  }

  getStream(index: number): Stream {
    return requireValue(this.format.streams[index], `find stream ${String(index)}`);
  }

  /**
   * The timestamp of source second 0: the earliest start of picture and sound after edit lists. A negative start is
   * priming that a decoder throws away, so it counts as 0.
   */
  get start(): Seconds {
    const starts = [this.video, this.audio]
      .filter((stream) => stream !== undefined && stream.startTime !== AV_NOPTS_VALUE)
      .map((stream) => streamTime(stream as Stream, (stream as Stream).startTime));
    const first = starts.reduce<Seconds | undefined>(
      (earliest, start) => (earliest && earliest.lte(start) ? earliest : start),
      undefined,
    );
    return first?.gt(0) ? first : ZERO;
  }

  [Symbol.dispose](): void {
    this.format.closeInputSync();
    this.io?.[Symbol.dispose]();
  }

  private async openFormat(url: string, format: InputFormat): Promise<void> {
    using options = Dictionary.fromObject(FILE_PROTOCOL_ONLY);
    if (this.io) {
      this.format.allocContext();
      this.format.pb = this.io.context;
    }
    // The synchronous calls of node-av free a dictionary twice.
    const openCode = await this.format.openInput(url, format, options);
    this.assertFetched();
    check(openCode, 'open the file');
    const infoCode = await this.format.findStreamInfo();
    this.assertFetched();
    check(infoCode, 'read the streams');
  }
}

/** Leaves the packets of all other streams unread. */
export function discardOtherStreams({ format }: Input, { index }: Stream): void {
  for (const other of format.streams) if (other.index !== index) other.discard = AVDISCARD_ALL;
}

/** A timestamp of a stream in exact seconds on its file's clock. */
export function streamTime(stream: Stream, timestamp: bigint): Seconds {
  return fromRatio(timestamp * BigInt(stream.timeBase.num), stream.timeBase.den);
}

/** What the rounding of a timestamp is believed to be at the most, in seconds. */
const MAX_ROUNDING = toSeconds(0.001);

/**
 * By how much a container may have rounded a timestamp to its clock: half a tick; where a tick is long, as in clocks that tick once
 * a picture, hardly anything was rounded.
 */
export function timestampRoundingOf({ timeBase }: Stream): Seconds {
  const tick = fromRatio(timeBase.num, timeBase.den);
  return tick.gt(MAX_ROUNDING.mul(2)) ? MAX_ROUNDING : tick.div(2);
}
