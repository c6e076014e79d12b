import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { walkFiles } from '../base/walk-files.ts';
import type { Home } from '../home/home.ts';
import { INCOMING_FOLDER, isIncomingFileName } from '../hosting/incoming/incoming-area.ts';
import { QUEUE_SCHEMA_VERSION, readJobRows } from '../jobs/job-table.ts';
import type { Database } from '../store/database.ts';
import { readNamedFiles } from '../store/dump/named-files.ts';
import { type Snapshot, withSnapshot } from '../store/dump/snapshot.ts';
import { type ArchiveWriter, writeArchive } from './archive-writer.ts';
import type { BackupReport, BackupWatch, NamedFiles } from '../operations/backup-tools.ts';
import {
  BACKUP_FORMAT,
  type BackupHeader,
  FOLDERS,
  HEADER_NAME,
  isEntryName,
  SECRET_NAMES,
} from './backup-format.ts';
import { hasStoredFile, listStoredFiles } from './stored-files.ts';

const compress = promisify(gzip);
/** Length of the rows of one entry. A single row may be longer. */
const ENTRY_LENGTH = 4_000_000;
/** Number of files to name that a backup does not have. */
const MAX_NAMED = 5;

/** The parts that a backup is made from. */
export interface BackupParts {
  readonly database: Pick<Database, 'tables' | 'engine'>;
  readonly home: Home;
  /** The folder of the stored files. Undefined to leave them out. */
  readonly files: string | undefined;
  readonly version: string;
}

/** The content of a written backup. */
export type BackupSummary = Omit<BackupReport, 'path' | 'without' | 'settings'>;

/** Writes a backup to a file. */
export async function writeBackup(
  target: string,
  parts: BackupParts,
  watch: BackupWatch,
): Promise<BackupSummary> {
  let summary: Omit<BackupSummary, 'size'> | undefined;
  const size = await writeArchive(target, watch.signal, async (archive) => {
    summary = await withSnapshot(parts.database, (snapshot) => writeParts(archive, snapshot, parts, watch));
  });
  if (summary === undefined) throw new Error('The archive was not written.');
  return { ...summary, size };
}

async function writeParts(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  parts: BackupParts,
  watch: BackupWatch,
): Promise<Omit<BackupSummary, 'size'>> {
  await archive.add(HEADER_NAME, `${JSON.stringify(describeBackup(snapshot, parts), null, 2)}\n`);
  const secrets = await writeSecrets(archive, parts.home);
  const rows: Record<string, number> = {};
  for (const table of snapshot.tables)
    rows[table] = await writeRows(archive, `${FOLDERS.database}/${table}`, snapshot.readTable(table));
  const jobs = await writeRows(archive, `${FOLDERS.queue}/jobs`, readJobRows(snapshot.transaction));
  const missing = await findMissing(snapshot, parts.files);
  const { skipped, ...files } = await writeFiles(archive, parts, watch);
  const { sequences } = snapshot;
  await archive.finish({ rows, jobs, sequences: [...sequences], secrets, files, missing: missing.count });
  return { rows, jobs, files, secrets, missing, skipped };
}

function describeBackup(
  { schemaVersion }: Snapshot,
  { database, files, version }: BackupParts,
): BackupHeader {
  return {
    format: BACKUP_FORMAT,
    kinora: version,
    created: new Date().toISOString(),
    database: database.engine.kind,
    schema: schemaVersion,
    queue: QUEUE_SCHEMA_VERSION,
    files: files !== undefined,
  };
}

/** Adds the secrets that the home has. Returns their names. */
async function writeSecrets(archive: ArchiveWriter, { folder }: Home): Promise<string[]> {
  const written: string[] = [];
  for (const name of SECRET_NAMES) {
    const content = await ignoreMissing(readFile(join(folder, name)));
    if (content === undefined) continue;
    await archive.add(`${FOLDERS.home}/${name}`, content);
    written.push(name);
  }
  return written;
}

/** Adds rows in entries of a limited size. Returns their number. */
async function writeRows(
  archive: ArchiveWriter,
  folder: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<number> {
  let count = 0;
  let entries = 0;
  let lines: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    const name = `${folder}/${String((entries += 1)).padStart(6, '0')}.ndjson.gz`;
    await archive.add(name, await compress(`${lines.join('\n')}\n`));
    [lines, length] = [[], 0];
  };
  for await (const batch of batches)
    for (const line of batch) {
      if (lines.length > 0 && length + line.length > ENTRY_LENGTH) await flush();
      lines.push(line);
      length += line.length;
      count += 1;
    }
  if (lines.length > 0) await flush();
  return count;
}

/** Finds the files that clients expect, but the folder does not have. */
async function findMissing(snapshot: Snapshot, folder: string | undefined): Promise<NamedFiles> {
  const missing = new FileNames();
  if (folder === undefined) return missing;
  await checkStorageFolder(folder);
  for await (const keys of readNamedFiles(snapshot))
    for (const key of keys) {
      if (!(await hasStoredFile(folder, key))) missing.add(key);
    }
  return missing;
}

/** Counts files, and has the names of the first. */
class FileNames implements NamedFiles {
  count = 0;
  readonly names: string[] = [];

  add(name: string): void {
    this.count += 1;
    if (this.names.length < MAX_NAMED) this.names.push(name);
  }
}

async function checkStorageFolder(folder: string): Promise<void> {
  if ((await ignoreMissing(stat(folder))) !== undefined) return;
  throw new KinoraError(
    'invalid_setting',
    `The folder of the stored files, "${folder}", does not exist. Set KINORA_STORAGE as the server has it, mount the disk, or leave the files out with --without-files.`,
  );
}

interface FoundFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** Adds the files of the storage, and the media that commands have generated. */
async function writeFiles(
  archive: ArchiveWriter,
  parts: BackupParts,
  { onProgress }: BackupWatch,
): Promise<{ count: number; bytes: number; skipped: NamedFiles }> {
  let total = 0;
  const skipped = new FileNames();
  for await (const { name, size } of listFiles(parts))
    if (isWritable(name)) total += size;
    else skipped.add(name);
  const written = { count: 0, bytes: 0 };
  let done = 0;
  onProgress(0, total);
  for await (const { name, path } of listFiles(parts)) {
    if (!isWritable(name)) continue;
    const size = await archive.addFile(name, path, (bytes) => onProgress((done += bytes), total));
    // Kinora may have deleted the file since it was listed.
    if (size === undefined) continue;
    written.count += 1;
    written.bytes += size;
  }
  return { ...written, skipped };
}

/** True if the entry of a file can be restored. Other programs have made files with other names. */
function isWritable(name: string): boolean {
  const incoming = `${FOLDERS.files}/${INCOMING_FOLDER}/`;
  return isEntryName(name) && (!name.startsWith(incoming) || isIncomingFileName(name.slice(incoming.length)));
}

async function* listFiles({ files, home }: BackupParts): AsyncGenerator<FoundFile> {
  if (files === undefined) return;
  for await (const { name, size } of listStoredFiles(files))
    yield { name: `${FOLDERS.files}/${name}`, path: join(files, name), size };
  for await (const { name, size } of walkFiles(home.generated))
    yield { name: `${FOLDERS.generated}/${name}`, path: join(home.generated, name), size };
}
