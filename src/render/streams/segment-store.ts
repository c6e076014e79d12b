/** A file of the store that is read by ranges. Close it with `await using`. */
export interface RangedFile extends AsyncDisposable {
  /** Size in bytes. */
  readonly size: number;
  /** True if the file itself is at the path of the caller. It must not be changed. */
  readonly isInPlace: boolean;
  /**
   * Reads a range.
   *
   * @param from offset of the first byte.
   * @param to offset after the last byte.
   * @returns the bytes; fewer if the file ends sooner.
   * @throws {KinoraError} `not_found` if the file is not kept any more.
   */
  read(from: number, to: number, signal: AbortSignal): Promise<Buffer>;
}

/**
 * A store of coded media between renders, separate for each owner. Lost media are made again, so it may remove or
 * lose anything at any time. Its callers treat an error as a loss.
 */
export interface SegmentStore {
  /**
   * Copies kept media to a file.
   *
   * @param identity 64 hexadecimal digits that stand for the content.
   * @param path the file to create. It must not exist.
   * @returns false if nothing is kept under this identity.
   */
  find(owner: string, identity: string, path: string): Promise<boolean>;
  /**
   * Opens a kept file to read parts of it.
   *
   * @param path a file that does not exist. It becomes the kept file if that takes no copy.
   * @returns undefined if nothing is kept under this identity.
   */
  open(owner: string, identity: string, path: string): Promise<RangedFile | undefined>;
  /** Keeps a copy of a file. The caller may remove the file afterwards, but must not change it. */
  keep(owner: string, identity: string, path: string): Promise<void>;
  /** Keeps a copy of a file that lasts elsewhere, unless one is kept already. @param signal ends the work. */
  keepOnce(owner: string, identity: string, path: string, signal: AbortSignal): Promise<void>;
  /** Removes a file, because it is damaged. */
  remove(owner: string, identity: string): Promise<void>;
}

/** A store that keeps nothing. */
export const NOTHING_KEPT: SegmentStore = {
  find: () => Promise.resolve(false),
  open: () => Promise.resolve(undefined),
  keep: () => Promise.resolve(),
  keepOnce: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};
