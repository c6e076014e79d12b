import type { ErrorCode } from '../../base/errors.ts';

/** A file far away, whose bytes are fetched where they are read. */
export interface RemoteFile {
  /** The local file that the fetched bytes are put into, each at its own place; what was not fetched is zero there. */
  readonly path: string;
  /** Bytes in all; absent when the server does not say. */
  readonly size: number | undefined;
  /**
   * Fetches a piece, but for what is there already.
   *
   * @returns how many of its bytes are in {@link path} now: `count`, or fewer where the file ends before.
   * @throws {RemoteReadError} when the bytes cannot be had.
   */
  fetchRange(from: number, count: number): Promise<number>;
  /**
   * Fetches all of it as a render would, through the cache.
   *
   * @returns a local file.
   * @throws {RemoteReadError} when it cannot be had.
   */
  fetchAll(): Promise<string>;
}

/** The bytes of a source: the path of a local file, or a file far away. */
export type SourceFile = string | RemoteFile;

/** Why bytes of a {@link RemoteFile} cannot be had. */
export class RemoteReadError extends Error {
  /** One of the codes for assets of `src/base/errors.ts`. */
  readonly code: ErrorCode;

  /** @param message a public sentence that names the file. */
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'RemoteReadError';
    this.code = code;
  }
}
