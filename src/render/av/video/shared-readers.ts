import type { StreamLocation } from '../../media/media.ts';
import { VideoReader } from './video-reader.ts';

/** The part of a {@link VideoReader} that composing needs. Close it with `using`. */
export type FrameReader = Pick<VideoReader, 'frameAt'> & Disposable;

/** Opens the reader of a video track. @throws {MediaError} if the file cannot be read. */
export type OpenReader = (location: StreamLocation) => Promise<FrameReader>;

interface SharedReader {
  readonly reader: Promise<VideoReader>;
  users: number;
  /** The end of the last request: a decoder does one thing at a time. */
  turn: Promise<unknown>;
}

/**
 * The open readers of a timeline. If a video and a still of it are composed at the same moment, both get the
 * frame that is decoded already. A reader is closed when its last user closes it.
 */
export class SharedReaders {
  private readonly readers = new Map<object, SharedReader>();

  /**
   * Returns a function that opens the readers of one visual or matte.
   *
   * @param owner the visual or matte, which has only one video. Clips that share it show the same moments.
   */
  openerFor(owner: object): OpenReader {
    return (location) => this.open(owner, location);
  }

  private async open(owner: object, location: StreamLocation): Promise<FrameReader> {
    const shared = this.readers.get(owner) ?? {
      reader: VideoReader.open(location),
      users: 0,
      turn: Promise.resolve(),
    };
    this.readers.set(owner, shared);
    shared.users++;
    try {
      const reader = await shared.reader;
      return {
        frameAt: (...moment) => {
          const next = shared.turn.then(() => reader.frameAt(...moment));
          shared.turn = next.catch(() => undefined);
          return next;
        },
        [Symbol.dispose]: () => {
          if (this.release(owner, shared)) reader[Symbol.dispose]();
        },
      };
    } catch (error) {
      this.release(owner, shared);
      throw error;
    }
  }

  /** Returns true if the released user was the last one. */
  private release(owner: object, shared: SharedReader): boolean {
    shared.users--;
    if (shared.users > 0) return false;
    if (this.readers.get(owner) === shared) this.readers.delete(owner);
    return true;
  }
}
