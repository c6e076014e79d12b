/** The owner and the options of a fetch. */
export interface FetchRequest {
  /** The owner of the cache entries. Owners do not share files. */
  readonly owner: string;
  /** True to use and keep a copy of the last 24 hours. False to download the file again and keep nothing. */
  readonly cache: boolean;
  readonly signal?: AbortSignal;
}

/** A local file with the content of a source. */
export interface FetchedSource {
  /** Path of the file. The cache does not change or remove it before its release. Read-only. */
  readonly path: string;
  /** Releases the file. Must be called when it is no longer needed. Further calls have no effect. */
  release(): Promise<void>;
}

/** A remote file that is fetched only where it is read. */
export interface PartialFile {
  /** Path of the local file, with each fetched byte at its offset. */
  readonly path: string;
  /** Size in bytes. Undefined if the server does not report it. */
  readonly size: number | undefined;
  /**
   * Fetches a range.
   *
   * @param from the offset of the first byte.
   * @param count the number of bytes.
   * @returns the number of bytes of the range in the local file. Less than `count` only at the end of the
   *   file.
   * @throws {KinoraError} like `Sources.fetch`, and `asset_timed_out` or `asset_too_large` beyond the limits
   *   of an inspection.
   */
  fetchRange(from: number, count: number): Promise<number>;
  /** Fetches the whole file like `Sources.fetch`. Returns the path of that file. */
  fetchAll(): Promise<string>;
}

/** A source that can be read before it is completely fetched. */
export interface InspectedSource {
  /** Path of a local file, or a file that is fetched where it is read. Valid until the release. */
  readonly file: string | PartialFile;
  /**
   * Returns true if the source still names this file: the local file is unchanged, or the server still has
   * this version. False if that is unknown.
   */
  isCurrent(signal: AbortSignal): Promise<boolean>;
  /** Releases the file. Must be called when it is no longer needed. Further calls have no effect. */
  release(): Promise<void>;
}
