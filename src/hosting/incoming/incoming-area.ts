import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import { KinoraError } from '../../base/errors.ts';

/**
 * The folder of the storage for received bytes. Because of the dot, its files have no storage keys, so Kinora
 * never serves them.
 */
export const INCOMING_FOLDER = '.incoming';
/** The extension of the file in a folder that describes a resumable upload. */
export const DESCRIPTION = '.json';

const NAME = /^[\w-]{1,100}$/;

/** True if a text is the name of received bytes. */
export function isIncomingName(text: string): boolean {
  return NAME.test(text);
}

/** Returns the name of received bytes. @throws {KinoraError} `not_found` if it is none. */
export function requireIncomingName(name: string): string {
  if (!isIncomingName(name)) throw createMissingUploadError();
  return name;
}

/** Creates the error for bytes that are not there. */
export function createMissingUploadError(): KinoraError {
  return new KinoraError('not_found', 'There is no such upload.');
}

/** True if a text is the name of a file in a folder of received bytes: theirs, or that of their description. */
export function isIncomingFileName(text: string): boolean {
  return isIncomingName(text.replace(/\.json$/, ''));
}

/** Received bytes, complete or not. */
export interface IncomingFile {
  readonly name: string;
  /** Time of the creation of a resumable upload, otherwise of the last change. */
  readonly since: Date;
}

/**
 * The part of a storage for received bytes that wait for their import. Complete bytes never change. Names have
 * 1 to 100 letters, digits, underscores and dashes; any other name is rejected with `not_found`.
 */
export interface IncomingArea {
  /**
   * Stores a stream under a new name. Keeps nothing of an empty stream, and nothing if the stream fails.
   *
   * @param maxBytes maximum length of the stream.
   * @returns the number of bytes.
   * @throws {KinoraError} `body_too_large` if the stream is too long. Errors of the stream pass through.
   */
  receive(name: string, body: Readable, maxBytes: number): Promise<number>;
  /**
   * Provides complete bytes as a local file, which must not be changed: on disk the stored file itself, in S3 a
   * copy in the folder.
   *
   * @param folder an existing folder for the copy.
   * @returns the path.
   * @throws {KinoraError} `not_found` if there are no such bytes.
   */
  fetch(name: string, folder: string, signal?: AbortSignal): Promise<string>;
  /** Returns the size of complete bytes, or of those that a local storage has so far. Undefined if there are none. */
  size(name: string): Promise<number | undefined>;
  /**
   * Stores complete bytes under a storage key as well, without sending them again. Otherwise like
   * {@link Storage.put}.
   *
   * @throws {KinoraError} `not_found` if there are no such bytes.
   */
  publish(name: string, key: string, check?: () => Promise<void>, signal?: AbortSignal): Promise<void>;
  /** Removes bytes, complete or not. Missing bytes are not an error. */
  delete(name: string): Promise<void>;
  /** Lists all bytes, complete or not. */
  list(): Promise<readonly IncomingFile[]>;
  /** Opens the store of resumable uploads, whose bytes have the names of the uploads. */
  openResumableStore(options: ResumableOptions): Promise<ResumableStore>;
}

/** The configuration of a store of resumable uploads. */
export interface ResumableOptions {
  /** Milliseconds after which an unfinished upload can no longer be resumed. */
  readonly expirationMs: number;
}

/** The store of resumable uploads for the tus library. */
export interface ResumableStore {
  readonly datastore: DataStore;
  /** Returns the id of an upload in this store. */
  idOf(name: string): string;
}

/**
 * Groups files by the names of the bytes that they belong to. A resumable upload has more than one file, and
 * the names of the additional ones have an extension.
 */
export function groupIncomingFiles(files: Iterable<IncomingFile>): IncomingFile[] {
  const found = new Map<string, IncomingFile>();
  for (const { name: fullName, since } of files) {
    const [name = ''] = fullName.split('.', 1);
    const other = found.get(name);
    if (other === undefined || since < other.since) found.set(name, { name, since });
  }
  return [...found.values()];
}
