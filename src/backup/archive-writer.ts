import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';
import { isDiskFull } from '../base/disk/disk-full.ts';
import { renameFlushed } from '../base/disk/flush.ts';
import { errorCodeOf } from '../base/error-code.ts';
import { createDiskFullError, KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { removeUnusedPaths, type UnusedPathLimits, usePath } from '../base/process/paths-in-use.ts';
import { FOLDERS, MANIFEST_NAME, type BackupManifest } from './backup-format.ts';
import { Checksums } from './checksums.ts';

/** Only the owner may read an archive, because it has secrets. */
const OWNER_ONLY = 0o600;
const BLOCK_BYTES = 256 * 1024;

/** The names of archives that are not complete. */
const UNFINISHED = /^\..+\.\d+\.unfinished$/s;

/**
 * Writes a tar archive. It has its name only when it is complete: until then, and if the work fails, there is
 * nothing or the earlier file. Removes the leftovers of killed processes in the folder, because they have
 * secrets.
 *
 * @param target absolute path of the archive.
 * @param limits overridden only in tests.
 * @throws {KinoraError} `not_found` if the folder does not exist, `disk_full`, or the error of the work.
 */
export async function writeArchive(
  target: string,
  signal: AbortSignal,
  work: (archive: ArchiveWriter) => Promise<void>,
  limits?: UnusedPathLimits,
): Promise<number> {
  await checkFolder(target);
  const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}.unfinished`);
  using _inUse = usePath(unfinished);
  const archive = pack();
  try {
    // This command may end before it could be sure that the machine has not just slept.
    const isOurs = (name: string): boolean => UNFINISHED.test(name);
    await removeUnusedPaths(dirname(target), isOurs, { steadyMs: 0, ...limits });
    // Opened here and not by the stream, which would create the file again after its removal.
    const file = await open(unfinished, 'w', OWNER_ONLY);
    const output = file.createWriteStream({ flush: true });
    const written = pipeline(archive, output, { signal });
    // The work ends early if the output does, and the other way round.
    const failed = written.then(() => new Promise<never>(() => undefined));
    await Promise.race([work(new ArchiveWriter(archive, signal)), failed]);
    archive.finalize();
    await written;
    const { size } = await stat(unfinished);
    await renameFlushed(unfinished, target);
    return size;
  } catch (error) {
    archive.destroy();
    throw signal.aborted ? signal.reason : describeFailure(error, target);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function checkFolder(target: string): Promise<void> {
  const folder = await ignoreMissing(stat(dirname(target)));
  if (folder?.isDirectory() !== true)
    throw new KinoraError('not_found', `The folder ${dirname(target)} does not exist. Create it first.`);
  if ((await ignoreMissing(stat(target)))?.isDirectory() === true)
    throw new KinoraError('not_found', `${target} is a folder. Name a file in it.`);
}

function describeFailure(error: unknown, target: string): unknown {
  if (error instanceof KinoraError) return error;
  if (isDiskFull(error))
    return createDiskFullError(
      error,
      `The disk of ${target} is full. Nothing was written. Make space, or name a file on another disk.`,
    );
  if (['EACCES', 'EROFS', 'EPERM'].includes(errorCodeOf(error) ?? ''))
    return new KinoraError(
      'not_found',
      `This user cannot write to ${dirname(target)}. Choose another folder, or run the command as another user.`,
      { cause: error },
    );
  return error;
}

/** Writes the entries of an archive, one after the other. */
export class ArchiveWriter {
  private readonly archive: Pack;
  private readonly signal: AbortSignal;
  private readonly checksums = new Checksums();

  constructor(archive: Pack, signal: AbortSignal) {
    this.archive = archive;
    this.signal = signal;
  }

  /** Adds an entry with a text or bytes. */
  async add(name: string, content: string | Buffer): Promise<void> {
    const bytes = Buffer.from(content);
    await this.write(name, bytes);
    await this.record(name, createHash('sha256').update(bytes).digest('hex'));
  }

  /**
   * Adds a file as long as it is now. Returns its bytes, or undefined if it is missing.
   *
   * @param onBytes called with the number of bytes of each part.
   */
  async addFile(name: string, path: string, onBytes: (bytes: number) => void): Promise<number | undefined> {
    const opened = await ignoreMissing(open(path));
    if (opened === undefined) return undefined;
    await using file = opened;
    const { size, mtimeMs } = await file.stat();
    // Not rounded: the tag of a file in HTTP contains the milliseconds that are complete.
    const mtime = new Date(Math.floor(mtimeMs));
    // The usual header has whole seconds only.
    const pax = { mtime: (mtime.getTime() / 1000).toFixed(3) };
    const hash = createHash('sha256');
    const { promise: ended, resolve, reject } = Promise.withResolvers<undefined>();
    const entry = this.archive.entry({ name, size, mode: OWNER_ONLY, mtime, pax }, (error) =>
      error ? reject(error) : resolve(undefined),
    );
    // An entry that is not complete fails with its archive, such as on a full disk.
    entry.on('error', reject);
    // Awaited below, unless reading the file fails first.
    ended.catch(() => undefined);
    for (let position = 0; position < size;) {
      this.signal.throwIfAborted();
      const buffer = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, size - position));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) throw createChangedError(name);
      const part = buffer.subarray(0, bytesRead);
      hash.update(part);
      if (!entry.write(part)) await Promise.race([once(entry, 'drain'), ended]);
      position += bytesRead;
      onBytes(bytesRead);
    }
    entry.end(null);
    await ended;
    await this.record(name, hash.digest('hex'));
    return size;
  }

  /** Adds the last entry. */
  async finish(manifest: Omit<BackupManifest, 'entries' | 'digest'>): Promise<void> {
    await this.writeList();
    const entries = this.checksums.count;
    const complete: BackupManifest = { ...manifest, entries, digest: this.checksums.digest() };
    await this.write(MANIFEST_NAME, Buffer.from(`${JSON.stringify(complete, null, 2)}\n`));
  }

  private async record(name: string, sum: string): Promise<void> {
    this.checksums.add(name, sum);
    if (this.checksums.isListDue) await this.writeList();
  }

  private async writeList(): Promise<void> {
    const { number, text } = this.checksums.takeList();
    await this.write(`${FOLDERS.checksums}/${String(number).padStart(6, '0')}.sha256`, Buffer.from(text));
  }

  private async write(name: string, bytes: Buffer): Promise<void> {
    this.signal.throwIfAborted();
    const header = { name, size: bytes.length, mode: OWNER_ONLY, mtime: new Date() };
    await new Promise<void>((resolve, reject) => {
      this.archive.entry(header, bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
}

function createChangedError(name: string): KinoraError {
  return new KinoraError(
    'storage_failed',
    `The file ${name} became shorter while it was read. Run the command again.`,
  );
}
