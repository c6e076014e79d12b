import type { Readable } from 'node:stream';

/** What is known of a stored file. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  readonly modified: Date;
}

const KEY = /^(?:v1|stage)\/[a-z0-9]+\/[\w-][\w.-]*$/;

/** Whether a text has the form of a key: stage, owner and file name. Nothing else is stored, served or read. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** Where finished files live, under keys such as `v1/5ca6hu7s9k/0198….mp4`: see {@link isKey}. */
export interface Storage {
  /** The local folder in which a key is a path, when there is one. */
  readonly folder: string | undefined;
  /**
   * Stores a copy of a local file. Who reads the key sees the old file or the whole new one, never a part.
   *
   * @param check is asked when nothing but the last step is left, after which the key is the new file: when it throws, nothing is stored.
   */
  put(key: string, file: string, check?: () => Promise<void>): Promise<void>;
  /** Reads a stored file. The stream fails with a KinoraError `not_found` when there is none. */
  open(key: string): Promise<Readable>;
  /** `undefined` when nothing is stored under the key. */
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removes a file. To remove what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Resolves when files can be stored; rejects when not. */
  check(): Promise<void>;
}

/** The public address of a stored file. */
export function fileUrl(publicUrl: string, key: string): string {
  return `${publicUrl}/files/${key}`;
}
