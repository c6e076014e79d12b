import type { RunAdminOperation } from '../operations/admin-operations.ts';
import type { BackupReport, BackupTools, BackupWatch, RestoreReport } from '../operations/backup-tools.ts';
import { locateHome } from '../home/home.ts';
import { checkArchiveFile } from './archive-reader.ts';
import type { BackupSettings } from './backup-settings.ts';
import { openBackupSource } from './open-backup-source.ts';
import { checkTarget } from './check-target.ts';
import { checkBackup, type CheckedBackup, restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** The dependencies of the backup tools. */
export interface BackupToolParts {
  readonly settings: BackupSettings;
  /** The version of Kinora. */
  readonly version: string;
  /** The names of the settings that have secrets, if they are set. */
  readonly secretSettings: readonly string[];
  /** Sends an operation to the process that has the home. */
  readonly askServer: RunAdminOperation;
}

/** Opens the tools that make and restore backups. */
export function openBackupTools(parts: BackupToolParts): BackupTools {
  return {
    backup: (target, { files }, watch) => backup(target, files, parts, watch),
    async check(path, { replaces }, watch) {
      await checkArchiveFile(path);
      // Checked first, so that no gigabytes are read for nothing.
      await checkTarget(parts.settings, replaces);
      const checked = await checkBackup(path, watch);
      return { restore: (next) => restore(checked, replaces, parts, next) };
    },
  };
}

async function backup(
  target: string,
  hasFiles: boolean,
  { settings, version, secretSettings, askServer }: BackupToolParts,
  watch: BackupWatch,
): Promise<BackupReport> {
  const home = locateHome(settings.home);
  await using source = await openBackupSource(settings, home, askServer, watch.signal);
  const isRemote = source.storage === 's3';
  const files = hasFiles && !isRemote ? source.storage : undefined;
  const summary = await writeBackup(target, { database: source.database, home, files, version }, watch);
  const without = isRemote ? 's3' : hasFiles ? undefined : 'option';
  return { ...summary, path: target, without, settings: secretSettings };
}

async function restore(
  checked: CheckedBackup,
  replaces: boolean,
  { settings }: BackupToolParts,
  watch: BackupWatch,
): Promise<RestoreReport> {
  const { header, manifest, replaced } = await restoreBackup(checked, settings, replaces, watch);
  const { rows, jobs, files, secrets, missing } = manifest;
  return {
    rows,
    jobs,
    files,
    secrets,
    missing,
    replaced,
    version: header.kinora,
    created: new Date(header.created),
    hasFiles: header.files,
    database: settings.databaseUrl === undefined ? settings.home : 'DATABASE_URL',
  };
}
