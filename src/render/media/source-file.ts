import type { ErrorCode } from '../../base/errors.ts';

/** A remote file whose bytes are fetched when they are read. */
export interface RemoteFile {
  /** The local file with the fetched bytes at their offsets. The other bytes are zero. */
  readonly path: string;
  /** Size in bytes. Undefined if the server does not say. */
  readonly size: number | undefined;
  /**
   * Fetches a range of bytes, except for those that were fetched before.
   *
   * @param from offset of the first byte.
   * @param count number of bytes.
   * @returns the number of bytes of the range that are now in {@link path}: `count`, or fewer if the file
   *   ends sooner.
   * @throws {RemoteReadError} if the bytes are unavailable.
   */
  fetchRange(from: number, count: number): Promise<number>;
  /**
   * Fetches the whole file through the cache, as a render does.
   *
   * @returns the path of a local file.
   * @throws {RemoteReadError} if the file is unavailable.
   */
  fetchAll(): Promise<string>;
}

/** The bytes of a source: the path of a local file, or a remote file. */
export type SourceFile = string | RemoteFile;

/** A failure to read a {@link RemoteFile}. */
export class RemoteReadError extends Error {
  /** One of the asset codes of `src/base/errors.ts`. */
  readonly code: ErrorCode;

  /** @param message a public sentence that names the file. */
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'RemoteReadError';
    this.code = code;
  }
}
