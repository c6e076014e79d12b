import {
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  type AVMediaType,
  Dictionary,
  FormatContext,
  InputFormat,
  type Stream,
} from 'node-av';
import { ratio, type Seconds, ZERO } from '../../base/time.ts';
import { check, present } from './check.ts';

/** FFmpeg may open plain local files and nothing else, whatever the file asks for. */
const ONLY_FILES = { protocol_whitelist: 'file' };

/** An open media file. Close it with `using`. */
export class Input implements Disposable {
  readonly format = new FormatContext();

  private constructor() {
    // Only `open` makes one.
  }

  /**
   * @param path a local file.
   * @param demuxer the FFmpeg demuxer to read it with; no other is tried.
   * @throws {MediaError} when the demuxer cannot read the file.
   */
  static async open(path: string, demuxer: string): Promise<Input> {
    const input = new Input();
    const format = present(InputFormat.findInputFormat(demuxer), `find the demuxer ${demuxer}`);
    using options = Dictionary.fromObject(ONLY_FILES);
    // The synchronous calls of node-av free a dictionary twice.
    check(await input.format.openInput(`file:${path}`, format, options), 'open the file');
    try {
      check(await input.format.findStreamInfo(), 'read the streams');
      return input;
    } catch (error) {
      input[Symbol.dispose]();
      throw error;
    }
  }

  /** The first moving picture, passing over cover art; undefined when there is none. */
  get video(): Stream | undefined {
    return this.best(AVMEDIA_TYPE_VIDEO);
  }

  get audio(): Stream | undefined {
    return this.best(AVMEDIA_TYPE_AUDIO);
  }

  stream(index: number): Stream {
    return present(this.format.streams[index], `find stream ${String(index)}`);
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
      (least, start) => (least && least.lte(start) ? least : start),
      undefined,
    );
    return first?.gt(0) ? first : ZERO;
  }

  [Symbol.dispose](): void {
    this.format.closeInputSync();
  }

  private best(type: AVMediaType): Stream | undefined {
    const index = this.format.findBestStream(type);
    const stream = index < 0 ? undefined : this.format.streams[index];
    return stream?.attachedPic ? undefined : stream;
  }
}

/** A timestamp of a stream in exact seconds on its file's clock. */
export function streamTime(stream: Stream, timestamp: bigint): Seconds {
  return ratio(timestamp * BigInt(stream.timeBase.num), stream.timeBase.den);
}
