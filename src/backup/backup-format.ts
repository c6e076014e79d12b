import { z } from 'zod';

/** The version of the archive's own form. A later one may change it. */
export const BACKUP_FORMAT = 1;

/** The name of the first entry, which says what the archive is. */
export const HEADER_NAME = 'kinora-backup.json';
/** The name of the last entry. An archive without it is not complete. */
export const MANIFEST_NAME = 'manifest.json';
/** The folders of the entries in an archive. */
export const FOLDERS = {
  /** The secrets of the home. */
  home: 'home',
  /** The rows of the tables. */
  database: 'database',
  /** The jobs that have not ended. */
  queue: 'queue',
  /** The files of the storage, by their keys. */
  files: 'files',
  /** Media that commands have generated. */
  generated: 'generated',
  /** The checksums of the entries before. */
  checksums: 'checksums',
} as const;

/** Names that stay within the folder that they are unpacked to. */
const ENTRY_NAME = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.@-]+(?:\/[\w.@ -]+)*$/;

/** True if a text can be the name of an entry. A restore rejects an archive with any other name as damaged. */
export function isEntryName(text: string): boolean {
  return ENTRY_NAME.test(text);
}

/** The files of a home folder that a backup has. */
export const SECRET_NAMES = ['keys.json', 'files.secret', 'credentials.key'] as const;

/** The first entry of an archive. */
export const BackupHeader = z.object({
  format: z.int(),
  /** The version of Kinora that made it. */
  kinora: z.string(),
  created: z.iso.datetime(),
  database: z.enum(['embedded', 'postgres']),
  /** The last migration of the tables. */
  schema: z.string(),
  /** The version of the queue's tables. */
  queue: z.int(),
  /** True if the archive has the files of the storage. */
  files: z.boolean(),
});
/** The first entry of an archive. */
export type BackupHeader = z.infer<typeof BackupHeader>;

const Sequence = z.object({ table: z.string(), column: z.string(), last: z.string(), used: z.boolean() });

/** The last entry of an archive. */
export const BackupManifest = z.object({
  /** Number of the entries before this one. */
  entries: z.int(),
  /** SHA-256 of the names and checksums of all of them. */
  digest: z.string(),
  /** Number of rows by table. */
  rows: z.record(z.string(), z.int()),
  jobs: z.int(),
  sequences: z.array(Sequence),
  secrets: z.array(z.string()),
  files: z.object({ count: z.int(), bytes: z.int() }),
  /** Number of files that the database names, but the storage did not have. */
  missing: z.int(),
});
/** The last entry of an archive. */
export type BackupManifest = z.infer<typeof BackupManifest>;
