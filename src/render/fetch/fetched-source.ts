/** For whom and how a source is fetched. */
export interface FetchRequest {
  /** Whose cache is used: files fetched for one owner are never given to another. */
  readonly owner: string;
  /** Whether a copy of the last 24 hours may be used and kept; `false` downloads anew and keeps nothing. */
  readonly cache: boolean;
  readonly signal?: AbortSignal;
}

/** A local file with the bytes of a source. */
export interface FetchedSource {
  /** Neither changed nor removed by the cache until it is released. To be read only. */
  readonly path: string;
  /** Must be called when the file is not needed any more; calling it again does no harm. */
  release(): Promise<void>;
}

/** A file of which only what is read is fetched. */
export interface PartialFile {
  /** The local file that has what was fetched, each byte at its own place. */
  readonly path: string;
  /** Bytes in all; absent when its server does not say. */
  readonly size: number | undefined;
  /**
   * Fetches a piece.
   *
   * @returns how many of its bytes are there now; fewer than `count` only at the end of the file.
   * @throws {KinoraError} as `Sources.fetch`; `asset_timed_out` or `asset_too_large` beyond what a look may cost.
   */
  fetchRange(from: number, count: number): Promise<number>;
  /** Fetches all of it, as `Sources.fetch`, and returns the path of that file. */
  fetchAll(): Promise<string>;
}

/** A source that can be read, without all of it being here. */
export interface InspectedSource {
  /** A local file, or one that is fetched where it is read. Neither lasts longer than until the release. */
  readonly file: string | PartialFile;
  /**
   * Whether what the source names is still this file: the same one here, or the version that its server has now. Where that cannot be
   * known it is not.
   */
  isCurrent(signal: AbortSignal): Promise<boolean>;
  /** Must be called when the file is not needed any more; calling it again does no harm. */
  release(): Promise<void>;
}
