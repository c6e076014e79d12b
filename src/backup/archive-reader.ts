import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { type Extract, extract } from 'tar-stream';
import { z } from 'zod';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import {
  BACKUP_FORMAT,
  BackupHeader,
  BackupManifest,
  FOLDERS,
  HEADER_NAME,
  isEntryName,
  MANIFEST_NAME,
} from './backup-format.ts';
import { Checksums } from './checksums.ts';

/** One entry of an archive, apart from the first one, the last one and the checksums. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** Time of its last change. */
  readonly modified: Date;
  /** Its content, to be read completely or not at all. */
  readonly content: AsyncIterable<Buffer>;
}

/** The functions that receive the parts of an archive. */
export interface ArchiveVisitor {
  /** Called with the first entry. */
  readonly onHeader?: (header: BackupHeader) => void | Promise<void>;
  /** Called with each entry. Its checksum is known only after it was read. */
  readonly onEntry?: (entry: ArchiveEntry) => Promise<void>;
  /** Called with the number of bytes of each part of the archive. */
  readonly onBytes?: (bytes: number) => void;
}

/** The first and the last entry of an archive. */
export interface ArchiveFacts {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
}

/** An entry as tar-stream reads it. */
type Entry = Extract extends AsyncIterable<infer Each> ? Each : never;

const HEADER_BYTES = 1_000_000;

/**
 * Reads an archive to its end and checks everything in it.
 *
 * @throws {KinoraError} `not_found` if there is no such file, `validation_failed` if it is no backup, not complete
 *   or damaged, or if a newer version of Kinora has made it.
 */
export async function readArchive(
  path: string,
  signal: AbortSignal,
  visitor: ArchiveVisitor,
): Promise<ArchiveFacts> {
  const input = createReadStream(path, { signal, highWaterMark: 256 * 1024 });
  if (visitor.onBytes) input.on('data', (part) => visitor.onBytes?.(part.length));
  const entries = extract();
  const reader = new EntryReader(visitor);
  input.on('error', (error) => entries.destroy(error));
  input.pipe(entries);
  try {
    for await (const entry of entries) await reader.read(entry);
    return reader.finish();
  } catch (error) {
    throw signal.aborted ? signal.reason : describeReadFailure(error, path, reader.header !== undefined);
  } finally {
    input.destroy();
    entries.destroy();
  }
}

/** Checks that a file can be read, but not its content. @throws {KinoraError} `not_found` if it cannot. */
export async function checkArchiveFile(path: string): Promise<void> {
  try {
    await (await open(path)).close();
  } catch (error) {
    throw describeReadFailure(error, path, false);
  }
}

function describeReadFailure(error: unknown, path: string, isBackup: boolean): unknown {
  if (error instanceof KinoraError) return error;
  const code = errorCodeOf(error);
  if (code === 'ENOENT') return new KinoraError('not_found', `There is no file ${path}.`, { cause: error });
  if (code === 'EISDIR') return new KinoraError('not_found', `${path} is a folder, not a backup.`);
  if (code === 'EACCES')
    return new KinoraError('not_found', `This user cannot read ${path}.`, { cause: error });
  if (error instanceof Error && /tar|header|Unexpected end/i.test(error.message))
    return isBackup ? createDamageError(error) : createForeignError();
  return error;
}

/** Creates the error of an archive whose content is not what was written. */
export function createDamageError(cause?: unknown): KinoraError {
  const sentence = 'The backup is damaged or not complete. Nothing was changed. Use another copy of it.';
  return new KinoraError('validation_failed', sentence, { cause });
}

/** The content of an entry, with its checksum as soon as it was read. */
class HashedContent implements AsyncIterable<Buffer> {
  bytes = 0;
  private readonly hash = createHash('sha256');
  private readonly parts: AsyncIterable<Buffer>;
  private isRead = false;

  constructor(parts: AsyncIterable<Buffer>) {
    this.parts = parts;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    this.isRead = true;
    for await (const part of this.parts) {
      this.hash.update(part);
      this.bytes += part.length;
      yield part;
    }
  }

  /** Reads the content if it is unread, and returns its SHA-256 in hexadecimal. */
  async sum(): Promise<string> {
    if (!this.isRead) await finished(Readable.from(this).resume());
    return this.hash.digest('hex');
  }
}

/** Reads the entries of an archive in their order. */
class EntryReader {
  /** Undefined until it was read. */
  header: BackupHeader | undefined;
  private readonly visitor: ArchiveVisitor;
  private readonly checksums = new Checksums();
  private manifest: BackupManifest | undefined;

  constructor(visitor: ArchiveVisitor) {
    this.visitor = visitor;
  }

  async read(entry: Entry): Promise<void> {
    const { name, type } = entry.header;
    if (this.header === undefined && name !== HEADER_NAME) throw createForeignError();
    if (this.manifest !== undefined || type !== 'file' || !isEntryName(name)) throw createDamageError();
    const content = new HashedContent(entry as AsyncIterable<Buffer>);
    if (name === MANIFEST_NAME) this.manifest = await readJson(content, BackupManifest);
    else if (name.startsWith(`${FOLDERS.checksums}/`)) await this.checkList(content);
    else await this.visit(entry, content);
  }

  finish(): ArchiveFacts {
    const { header, manifest, checksums } = this;
    if (header === undefined) throw createForeignError();
    if (manifest?.entries !== checksums.count || manifest.digest !== checksums.digest())
      throw createDamageError();
    return { header, manifest };
  }

  private async checkList(content: AsyncIterable<Buffer>): Promise<void> {
    const text = (await buffer(Readable.from(content))).toString();
    if (text !== this.checksums.takeList().text) throw createDamageError();
  }

  private async visit({ header }: Entry, content: HashedContent): Promise<void> {
    const { name, size, mtime, pax } = header;
    if (name === HEADER_NAME) {
      if (size > HEADER_BYTES) throw createForeignError();
      this.header = await readJson(content, BackupHeader);
      checkFormat(this.header);
      await this.visitor.onHeader?.(this.header);
    } else await this.visitor.onEntry?.({ name, size, modified: toTime(pax) ?? mtime, content });
    const sum = await content.sum();
    if (content.bytes !== size) throw createDamageError();
    this.checksums.add(name, sum);
  }
}

const ExactTime = z.object({ mtime: z.coerce.number() });

/** Returns the time of change in the pax header of an entry, which has fractions of a second. Undefined without one. */
function toTime(pax: unknown): Date | undefined {
  const parsed = ExactTime.safeParse(pax);
  return parsed.success ? new Date(Math.round(parsed.data.mtime * 1000)) : undefined;
}

async function readJson<Value>(content: AsyncIterable<Buffer>, schema: z.ZodType<Value>): Promise<Value> {
  const parsed = schema.safeParse(tryParseJson((await buffer(Readable.from(content))).toString()));
  if (parsed.success) return parsed.data;
  throw createDamageError(parsed.error);
}

function createForeignError(): KinoraError {
  return new KinoraError(
    'validation_failed',
    'The file is not a backup of Kinora, or its beginning is damaged. "kinora backup FILE" makes one.',
  );
}

function checkFormat({ format, kinora }: BackupHeader): void {
  if (format <= BACKUP_FORMAT) return;
  throw new KinoraError(
    'validation_failed',
    `A newer version of Kinora (${kinora}) has made this backup, in a format that this version does not know. Install that version or a newer one to restore it.`,
  );
}
