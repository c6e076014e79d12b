/** A kept file that is read by ranges. Close it with `await using`. */
export interface KeptFile extends AsyncDisposable {
  /** Size in bytes. */
  readonly size: number;
  /** True if the file itself is at the path of the caller. */
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

/** A store of segments between renders, separate for each owner. Lost ones are made again. */
export interface KeptSegments {
  /** Copies a segment to a file that does not exist. Returns false if it is not kept. */
  find(owner: string, identity: string, path: string): Promise<boolean>;
  /**
   * Opens a kept file to read parts of it. Returns undefined if it is not kept.
   *
   * @param path a file that does not exist. It becomes the kept file if that takes no copy.
   */
  open(owner: string, identity: string, path: string): Promise<KeptFile | undefined>;
  /** Keeps a copy of a file. */
  keep(owner: string, identity: string, path: string): Promise<void>;
  /** Keeps a copy of a file, unless one is kept already. @param signal ends the work with its reason. */
  keepOnce(owner: string, identity: string, path: string, signal: AbortSignal): Promise<void>;
  /** Removes a file, because it is damaged. */
  remove(owner: string, identity: string): Promise<void>;
  /** Removes files of an owner. @param limit maximum number. @returns the number of removed ones. */
  removeOwned(owner: string, limit: number): Promise<number>;
}
