import type { Readable } from 'node:stream';
import type { OutboundRequest, OutboundResponse } from '../outbound/index.ts';

/** What is known of a stored file. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  readonly modified: Date;
  /** Another one for every content: a text in quotation marks, as HTTP writes it. */
  readonly etag: string;
}

/** Bytes of a file, counted from 0, both ends inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** How a client is told of a file that it is sent to. */
export interface SignedUrlOptions {
  readonly method: 'GET' | 'HEAD';
  /** The header `content-disposition` that it comes with. */
  readonly disposition: string;
  /** The header `cache-control` that it comes with. */
  readonly caching: string;
}

const KEY = /^(?:v1|stage)\/[a-z0-9]+\/[\w-][\w.-]*$/;

/** Whether a text has the form of a key: stage, owner and file name. Nothing else is stored, served or read. */
export function isStorageKey(text: string): boolean {
  return KEY.test(text);
}

/** Where finished files live, under keys such as `v1/5ca6hu7s9k/0198….mp4`: see {@link isStorageKey}. */
export interface Storage {
  /** The local folder in which a key is a path, when there is one. */
  readonly folder: string | undefined;
  /** What is only there when files lie on another machine. */
  readonly remote: RemoteStorage | undefined;
  /**
   * Stores a copy of a local file. Who reads the key sees the old file or the whole new one, never a part.
   *
   * @param check is asked when nothing but the last step is left, after which the key is the new file: when it throws, nothing is stored.
   * @param signal ends it early, with its reason; a storage that is done at once need not look at it.
   */
  put(key: string, file: string, check?: () => Promise<void>, signal?: AbortSignal): Promise<void>;
  /** Reads a stored file, or a part of it. Rejects with a KinoraError `not_found` when there is none. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** `undefined` when nothing is stored under the key. */
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removes a file. To remove what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Resolves when files can be stored; rejects when not. */
  check(): Promise<void>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** A storage that is spoken to by HTTP. */
export interface RemoteStorage {
  /** An address there by which anybody gets a file for an hour; absent when files go through us. */
  readonly signUrl: ((key: string, options: SignedUrlOptions) => Promise<string>) | undefined;
  /** Asks for a file there as for any other on the web. */
  request(key: string, options: OutboundRequest): Promise<OutboundResponse>;
}
