import { stat, statfs } from 'node:fs/promises';
import { sep } from 'node:path';
import { KinoraError } from '../../base/errors.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { type ListedFile, walkFiles } from '../../base/walk-files.ts';
import type { StorageReport } from '../../operations/storage-report.ts';
import type { Home } from '../../home/home.ts';
import { findSetKey } from '../../hosting/sets/file-set.ts';
import { SEGMENTS_FOLDER } from '../../hosting/segments/kept-name.ts';
import { INCOMING_FOLDER } from '../../hosting/incoming/incoming-area.ts';
import { isStorageKey, type Storage } from '../../hosting/storage.ts';
import type { AccountRow } from '../../store/accounts/accounts.ts';
import type { Database } from '../../store/database.ts';
import { classifyFiles, measureDatabase } from '../../store/retention/classify-files.ts';
import { STORAGE_KINDS, type StayingSettings, type StorageKind } from './storage-kinds.ts';

/** The parts that a report is made from. */
export interface StorageParts {
  readonly database: Pick<Database, 'tables' | 'engine'>;
  readonly storage: Pick<Storage, 'folder' | 'list'>;
  /** The folder or the bucket, for people. */
  readonly storageName: string;
  readonly home: Home;
  readonly settings: StayingSettings & { readonly voiceModel: string | undefined };
}

/** The options of a report. */
export interface MeasureOptions {
  /** The account that it is about. Undefined for everything. */
  readonly account?: AccountRow | undefined;
  readonly signal: AbortSignal;
  /** Called with the number of files so far. */
  readonly onProgress: (files: number) => void;
}

/** Number of files to classify at once. */
const BATCH = 500;
/** Milliseconds for the list of the storage, which may be long and far away. */
const MAX_LIST_MS = 5 * 60_000;

/** The sums of the kinds. */
class Sums {
  private readonly sums = new Map<
    StorageKind,
    { count: number; bytes: number; oldest: number | undefined }
  >();

  add(kind: StorageKind, bytes: number, at: Date | null, count = 1): void {
    const sum = this.sums.get(kind) ?? { count: 0, bytes: 0, oldest: undefined };
    const time = at?.getTime() ?? Infinity;
    const oldest = Math.min(sum.oldest ?? Infinity, time);
    this.sums.set(kind, {
      count: sum.count + count,
      bytes: sum.bytes + bytes,
      oldest: Number.isFinite(oldest) ? oldest : undefined,
    });
  }

  bytesOf(kind: StorageKind): number {
    return this.sums.get(kind)?.bytes ?? 0;
  }

  toRows(kinds: readonly StorageKind[], settings: StayingSettings): StorageReport['rows'] {
    return kinds.map((kind) => {
      const { count, bytes, oldest } = this.sums.get(kind) ?? { count: 0, bytes: 0, oldest: undefined };
      const { title, stay } = STORAGE_KINDS[kind];
      const shown = oldest === undefined ? null : new Date(oldest).toISOString();
      return { kind, title, count, bytes, oldest: shown, ...stay(settings) };
    });
  }
}

/** The kinds that belong to an account. */
const OWN_KINDS: readonly StorageKind[] = [
  ...(['renders', 'stills', 'transfers', 'created', 'sources', 'renditions', 'transcriptions'] as const),
  ...(['paid', 'generated', 'temporary', 'removing', 'unknown'] as const),
];

/** Measures the use of the storage. Reads the list of all stored files, which may take minutes. */
export async function measureStorage(parts: StorageParts, options: MeasureOptions): Promise<StorageReport> {
  const { storage, storageName, home, settings } = parts;
  const { account, signal } = options;
  const sums = new Sums();
  const problem = await measureStored(parts, options, sums);
  signal.throwIfAborted();
  if (account === undefined) {
    await measureHome(parts, sums);
    await measureTables(parts, sums);
  }
  // The names of the kinds are the keys of the table.
  const kinds = account ? OWN_KINDS : (Object.keys(STORAGE_KINDS) as StorageKind[]);
  return {
    account: account?.name ?? null,
    storage: storageName,
    rows: sums.toRows(kinds, settings),
    problem,
    disks: await measureDisks([storage.folder ?? [], home.folder].flat()),
  };
}

/** Adds the stored files. Returns the reason if some are missing, one sentence. */
async function measureStored(
  parts: StorageParts,
  options: MeasureOptions,
  sums: Sums,
): Promise<string | null> {
  const { folder } = parts.storage;
  try {
    if (folder !== undefined && (await ignoreMissing(stat(folder))) === undefined)
      return `The folder "${folder}" does not exist. Mount the disk that holds it.`;
    return (await measureList(parts, options, sums)) ? null : 'There was no time to count more of them.';
  } catch (error) {
    // The rest of the report helps to find out why.
    if (error instanceof KinoraError && error.code === 'storage_failed') return error.message;
    throw error;
  }
}

/** Adds the stored files. Returns false if there was no time for all of them. */
async function measureList(
  { storage, database }: StorageParts,
  { account, signal, onProgress }: MeasureOptions,
  sums: Sums,
): Promise<boolean> {
  const end = performance.now() + MAX_LIST_MS;
  const folders = account ? [`v1/${account.owners.v1}`, `stage/${account.owners.stage}`] : [undefined];
  let seen = 0;
  let batch: ListedFile[] = [];
  const classify = async (): Promise<void> => {
    const kinds = await classifyFiles(
      database.tables,
      batch.map(({ name }) => findSetKey(name) ?? name),
    );
    for (const { name, size, modified } of batch)
      sums.add(kinds.get(findSetKey(name) ?? name) ?? 'unknown', size, modified);
    batch = [];
  };
  for (const folder of folders)
    for await (const file of storage.list(folder)) {
      signal.throwIfAborted();
      if (isStorageKey(file.name)) batch.push(file);
      else sums.add(kindOfUnnamed(file.name), file.size, file.modified);
      if (++seen % BATCH === 0) onProgress(seen);
      if (batch.length >= BATCH) await classify();
      if (performance.now() <= end) continue;
      await classify();
      return false;
    }
  await classify();
  onProgress(seen);
  return true;
}

function kindOfUnnamed(name: string): StorageKind {
  if (name.startsWith(`${INCOMING_FOLDER}/`)) return 'incoming';
  if (name.startsWith(`${SEGMENTS_FOLDER}/`)) return 'segments';
  return name.startsWith('.') ? 'unfinished' : 'unknown';
}

/** Adds the files of the home folder, and its files in other places. */
async function measureHome({ home, storage, settings }: StorageParts, sums: Sums): Promise<void> {
  const folders: readonly (readonly [string, StorageKind])[] = [
    [home.database, 'database'],
    [home.cache, 'cache'],
    [home.segments, 'segments'],
    [home.transcripts, 'transcripts'],
    [home.models, 'models'],
    [home.browser, 'browser'],
    [home.generated, 'commands'],
    [home.uploads, 'work'],
    [home.temporary, 'work'],
  ];
  const kindOf = (path: string): StorageKind | undefined => {
    if (storage.folder !== undefined && isBelow(path, storage.folder)) return undefined;
    return folders.find(([folder]) => isBelow(path, folder))?.[1] ?? 'other';
  };
  for await (const { name, size, modified } of walkFiles(home.folder)) {
    const kind = kindOf(`${home.folder}${sep}${name.replaceAll('/', sep)}`);
    if (kind !== undefined) sums.add(kind, size, modified);
  }
  const elsewhere = [
    [home.browser, 'browser'],
    [settings.voiceModel, 'voice'],
  ] as const;
  for (const [folder, kind] of elsewhere)
    if (folder !== undefined && !isBelow(folder, home.folder))
      for await (const { size, modified } of walkFiles(folder)) sums.add(kind, size, modified);
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Adds the sizes of the renders and the kept edits in the database, and that of the rest. */
async function measureTables({ database }: StorageParts, sums: Sums): Promise<void> {
  const { renders, edits, bytes } = await measureDatabase(database.tables);
  const known = renders.bytes + edits.bytes;
  sums.add('records', renders.bytes, renders.oldest, renders.count);
  sums.add('edits', edits.bytes, edits.oldest, edits.count);
  if (database.engine.kind === 'postgres') sums.add('database', bytes - known, null, 0);
  else sums.add('database', -Math.min(known, sums.bytesOf('database')), null, 0);
}

/** Measures the disks of folders, each disk once. Leaves out missing folders. */
async function measureDisks(folders: readonly string[]): Promise<StorageReport['disks']> {
  const disks = new Map<number, StorageReport['disks'][number]>();
  for (const folder of folders) {
    const device = (await ignoreMissing(stat(folder)))?.dev;
    if (device === undefined || disks.has(device)) continue;
    const { bavail, blocks, bsize } = await statfs(folder);
    disks.set(device, { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize });
  }
  return [...disks.values()];
}
