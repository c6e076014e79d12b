/** The owner and the options of a fetch. */
export interface FetchRequest {
  /** The owner of the cache entries. Owners do not share files. */
  readonly owner: string;
  /**
   * True if the fetch can use the cache and add to it. False if the fetch must download the file and keep no
   * copy.
   */
  readonly cache: boolean;
  /** Maximum size of the file in bytes, inclusive. Default: the limit of the sources. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** A local file with the content of a source. */
export interface FetchedSource {
  /**
   * Path of the file. Read-only. Until the file is released, the cache neither changes nor removes the file.
   */
  readonly path: string;
  /** Releases the file. Must be called when it is no longer needed. Further calls have no effect. */
  release(): Promise<void>;
}

/** A remote file whose bytes are fetched when they are read. */
export interface PartialFile {
  /** Path of the local file. It has each fetched byte at its original offset. */
  readonly path: string;
  /** Size in bytes. Undefined if the server does not report it. */
  readonly size: number | undefined;
  /**
   * Fetches a range.
   *
   * @param from the offset of the first byte.
   * @param count the number of bytes.
   * @returns the number of bytes of the range that are now in the local file: `count`, or fewer if the file
   *   ends sooner.
   * @throws {KinoraError} like `Sources.fetch`, and `asset_timed_out` or `asset_too_large` if the inspection
   *   exceeds its limits.
   */
  fetchRange(from: number, count: number): Promise<number>;
  /** Fetches the whole file like `Sources.fetch`. Returns the local path. */
  fetchAll(): Promise<string>;
}

/** A source that can be read before it is completely fetched. */
export interface InspectedSource {
  /**
   * The path of a local file, or a remote file whose bytes are fetched when they are read. Valid until the
   * source is released.
   */
  readonly file: string | PartialFile;
  /** A text that is the same only for the same content. Undefined if the server does not tell versions apart. */
  readonly version: string | undefined;
  /** Returns true if the file was not overwritten since it was opened. Absent if that cannot happen unnoticed. */
  isIntact?(): Promise<boolean>;
  /**
   * Returns true if the source still refers to this file: the local file is unchanged, or the server still
   * has this version. False if the answer is unknown.
   */
  isCurrent(signal: AbortSignal): Promise<boolean>;
  /** Releases the file. Must be called when it is no longer needed. Further calls have no effect. */
  release(): Promise<void>;
}
