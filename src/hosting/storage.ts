import type { Readable } from 'node:stream';
import type { ListedFile } from '../base/walk-files.ts';
import type { OutboundRequest, OutboundResponse } from '../outbound/index.ts';
import type { IncomingArea } from './incoming/incoming-area.ts';
import type { KeptSegments } from './segments/kept-segments.ts';

/** The properties of a stored file. */
export interface StoredFile {
  /** Size in bytes. */
  readonly size: number;
  readonly modified: Date;
  /** HTTP entity tag in quotation marks. Differs for different content. */
  readonly etag: string;
}

/** Bytes of a file, counted from 0, both ends inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The options of an address that a client is redirected to. */
export interface SignedUrlOptions {
  readonly method: 'GET' | 'HEAD';
  /** The header `content-disposition` of the response. */
  readonly disposition: string;
  /** The header `cache-control` of the response. */
  readonly caching: string;
}

const KEY =
  /^(?:v1|stage)\/[a-z0-9]+\/(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?:-\d)?\/)?[\w-][\w.-]*$/;

/**
 * True if a text is a storage key: stage, owner and file name. The files of a source and
 * those of a set have the id of the source or the render before their names. Kinora stores, serves and reads nothing else.
 */
export function isStorageKey(text: string): boolean {
  return KEY.test(text);
}

/** True if another file may replace the one with this key: another upload of a source. */
export function isReplaceable(key: string): boolean {
  return /\/source\.\w+$/.test(key);
}

/** The storage of finished files, under keys such as `v1/5ca6hu7s9k/0198….mp4`. See {@link isStorageKey}. */
export interface Storage {
  /** Local folder in which keys are paths. Undefined for a remote storage. */
  readonly folder: string | undefined;
  /** Access to a storage on another machine. Undefined for a local one. */
  readonly remote: RemoteStorage | undefined;
  /** Received bytes that wait for their import. */
  readonly incoming: IncomingArea;
  /**
   * Stores a copy of a local file. Readers see the old file or the complete new one, never a part.
   *
   * @param check called before the last step, which replaces the file. If the check throws, nothing is
   *   stored.
   * @param signal aborts the upload with its reason. A local storage ignores it.
   */
  put(key: string, file: string, check?: () => Promise<void>, signal?: AbortSignal): Promise<void>;
  /**
   * Stores a copy of a stored file under another key, without sending it again.
   *
   * @param signal aborts a long copy with its reason. A local storage ignores it.
   * @throws {KinoraError} `not_found` if there is no such file.
   */
  copy(from: string, to: string, signal?: AbortSignal): Promise<void>;
  /** Reads a stored file or a range of it. @throws {KinoraError} `not_found` if it does not exist. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Returns the properties of a file, or undefined if it does not exist. */
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removes a file, and with the main list of a set the whole set. A missing file is not an error. */
  delete(key: string): Promise<void>;
  /**
   * Lists everything in the storage, in no order. The names of finished files are their keys. The others begin
   * with a dot.
   *
   * @param folder lists only what is in this folder, such as `v1/5ca6hu7s9k`.
   */
  list(folder?: string): AsyncIterable<ListedFile>;
  /** Opens the segments of renders that are kept here. @param maxBytes maximum size of all of them together. */
  openSegments(maxBytes: number): KeptSegments;
  /** Checks that files can be stored. Rejects if not. */
  check(): Promise<void>;
  /** Aborts pending work. */
  close(): Promise<void>;
}

/** Access to a storage by HTTP. */
export interface RemoteStorage {
  /**
   * Creates an address that gives access to a file for an hour. Undefined if Kinora serves the files itself.
   */
  readonly signUrl: ((key: string, options: SignedUrlOptions) => Promise<string>) | undefined;
  /** Sends an HTTP request for a file. */
  request(key: string, options: OutboundRequest): Promise<OutboundResponse>;
}
