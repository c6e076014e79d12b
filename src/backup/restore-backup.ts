import { stat, statfs } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDiskFullError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { SILENT } from '../base/logger.ts';
import type { BackupWatch } from '../operations/backup-tools.ts';
import { type Home, openHome } from '../home/home.ts';
import { lockHome } from '../home/lock.ts';
import { createDatabase } from '../home/prepared-database.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import { openS3Storage } from '../hosting/s3-storage.ts';
import { type DatabaseLocation, openDatabase } from '../store/database.ts';
import { type ArchiveEntry, type ArchiveFacts, readArchive } from './archive-reader.ts';
import { type BackupHeader, FOLDERS } from './backup-format.ts';
import type { BackupSettings } from './backup-settings.ts';
import { checkEmpty, checkServer } from './check-target.ts';
import { checkVersions, restoreDatabase } from './restore-database.ts';
import { describeRestoreFailure } from './restore-failure.ts';
import {
  placeOfFiles,
  placeOfHome,
  prepareStaging,
  removeStaging,
  stagingOf,
  switchPlace,
  type RestorePlace,
} from './restore-places.ts';
import { unpackEntry } from './unpacker.ts';

/** Bytes that an empty database needs, and its growth. */
const DATABASE_BYTES = 150e6;

/**
 * Checks that the disks of a restore have room. Everything is unpacked beside the present files.
 *
 * @param home where the database and the secrets go.
 * @param files where the stored files go, if the backup has them.
 * @param bytes size of the stored files.
 * @throws {KinoraError} `disk_full`.
 */
async function checkRoom(home: RestorePlace, files: RestorePlace | undefined, bytes: number): Promise<void> {
  const needs = [{ folder: home.folder, needed: DATABASE_BYTES }];
  if (files !== undefined) needs.push({ folder: files.folder, needed: DATABASE_BYTES + bytes });
  for (const { folder, needed } of needs) {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free >= needed) continue;
    throw createDiskFullError(
      undefined,
      `The disk of ${folder} has ${toMegabytes(free)} MB left, and the restore needs ${toMegabytes(needed)} MB. Nothing was changed. Make space, or choose another folder.`,
    );
  }
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}

/** The result of a restore. */
export interface RestoreSummary extends ArchiveFacts {
  /** The folders with the earlier content. */
  readonly replaced: readonly string[];
}

/** A backup that was checked. */
export interface CheckedBackup extends ArchiveFacts {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** The secrets by their names. */
  readonly secrets: ReadonlyMap<string, Buffer>;
}

/** Checks a backup, and changes nothing. @throws {KinoraError} if it cannot be restored. */
export async function checkBackup(path: string, { signal, onProgress }: BackupWatch): Promise<CheckedBackup> {
  const size = (await ignoreMissing(stat(path)))?.size ?? 0;
  const secrets = new Map<string, Buffer>();
  let done = 0;
  const facts = await readArchive(path, signal, {
    onHeader: checkVersions,
    onEntry: async ({ name, content }) => {
      if (name.startsWith(`${FOLDERS.home}/`))
        secrets.set(basename(name), await buffer(Readable.from(content)));
    },
    onBytes: (bytes) => onProgress((done += bytes), size),
  });
  return { ...facts, path, size, secrets };
}

/**
 * Puts everything of a backup in place. Nothing changes before all of it is unpacked and checked.
 *
 * @param replaces true to replace the present content of the home, the storage and the database.
 * @throws {KinoraError} `home_in_use` if Kinora runs, `invalid_setting` if something is there already.
 */
export async function restoreBackup(
  backup: CheckedBackup,
  settings: BackupSettings,
  replaces: boolean,
  watch: BackupWatch,
): Promise<RestoreSummary> {
  const { path, header, manifest, size } = backup;
  const home = await openHome(settings.home);
  await using stack = new AsyncDisposableStack();
  stack.use(await lockHome(home.folder));
  const { storage, databaseUrl } = settings;
  const content = { hasDatabase: databaseUrl === undefined, hasMedia: header.files, secrets: backup.secrets };
  const homePlace = await placeOfHome(home, content);
  const filesPlace = typeof storage === 'string' && header.files ? placeOfFiles(storage) : undefined;
  const places = filesPlace === undefined ? [homePlace] : [homePlace, filesPlace];
  if (databaseUrl !== undefined) await checkServer(databaseUrl, replaces);
  if (!replaces) await checkEmpty(places);
  if (typeof storage === 'string')
    await openDiskStorage(storage, { mayCreate: storage.startsWith(home.folder + sep) });
  await checkRoom(homePlace, filesPlace, manifest.files.bytes);
  const bucket =
    typeof storage === 'string' || !header.files
      ? undefined
      : stack.adopt(await openS3Storage(storage), (open) => open.close());
  for (const place of places) {
    await prepareStaging(place);
    stack.defer(() => removeStaging(place));
  }
  const replaced: string[] = [];
  let isSwitching = false;
  const switchAll = async (): Promise<void> => {
    const time = new Date();
    isSwitching = true;
    for (const place of places.toReversed()) {
      const before = await switchPlace(place, time);
      if (before !== undefined) replaced.push(before);
    }
  };
  let done = 0;
  const read = (load: (entry: ArchiveEntry) => Promise<void>): Promise<ArchiveFacts> =>
    readArchive(path, watch.signal, {
      onHeader: checkVersions,
      onEntry: async (entry) => {
        const isRow = [FOLDERS.database, FOLDERS.queue].some((folder) => entry.name.startsWith(`${folder}/`));
        await (isRow ? load(entry) : unpackEntry({ places, bucket, home }, entry));
      },
      onBytes: (bytes) => watch.onProgress((done += bytes), size),
    });
  try {
    await fillDatabase(settings, home, header, read, switchAll);
  } catch (error) {
    throw describeRestoreFailure(error, { isSwitching, hasBucket: bucket !== undefined });
  }
  return { header, manifest, replaced };
}

/** Fills the database, and then switches all places. */
async function fillDatabase(
  { databaseUrl }: BackupSettings,
  home: Home,
  header: BackupHeader,
  read: Parameters<typeof restoreDatabase>[2],
  switchAll: () => Promise<void>,
): Promise<void> {
  const staged = join(stagingOf(home.folder), 'database');
  if (databaseUrl === undefined) await createDatabase(staged, SILENT);
  const location: DatabaseLocation =
    databaseUrl === undefined ? { kind: 'embedded', folder: staged } : { kind: 'postgres', url: databaseUrl };
  const database = await openDatabase(location, SILENT, { migrates: false });
  try {
    // The rows of PostgreSQL become visible only after everything else is in place.
    await restoreDatabase(database, header, read, databaseUrl === undefined ? doNothing : switchAll);
  } finally {
    await database.close();
  }
  if (databaseUrl === undefined) await switchAll();
}

const doNothing = (): Promise<void> => Promise.resolve();
