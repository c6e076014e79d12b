/** The signal and the progress of a backup or a restore. */
export interface BackupWatch {
  readonly signal: AbortSignal;
  /** Called with the bytes so far, and of all of them. */
  readonly onProgress: (done: number, total: number) => void;
}

/** The content of a backup. */
export interface BackupContent {
  /** Number of rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Number of jobs that wait or run. */
  readonly jobs: number;
  readonly files: { readonly count: number; readonly bytes: number };
  /** The names of the secrets of the home. */
  readonly secrets: readonly string[];
}

/** A number of files, and the names of the first of them. */
export interface NamedFiles {
  readonly count: number;
  readonly names: readonly string[];
}

/** The result of `kinora backup`. */
export interface BackupReport extends BackupContent {
  /** Absolute path of the archive. */
  readonly path: string;
  /** Its size in bytes. */
  readonly size: number;
  /** Number of files that the database names, but the storage does not have, and the first of them. */
  readonly missing: NamedFiles;
  /** The files that were left out, because Kinora gives no such names. */
  readonly skipped: NamedFiles;
  /** The reason why the files are not in it. Undefined if they are. */
  readonly without: 's3' | 'option' | undefined;
  /** The names of the settings whose secrets are in no backup. */
  readonly settings: readonly string[];
}

/** The result of `kinora restore`. */
export interface RestoreReport extends BackupContent {
  /** The version of Kinora that made the backup. */
  readonly version: string;
  readonly created: Date;
  /** True if the backup has the stored files. */
  readonly hasFiles: boolean;
  /** Number of stored files that the database named, but the storage did not have at the time of the backup. */
  readonly missing: number;
  /** The folders with the earlier content. */
  readonly replaced: readonly string[];
  /** The place of the database: the folder of the home, or `DATABASE_URL`. */
  readonly database: string;
}

/** The tools that make and restore backups. */
export interface BackupTools {
  /** @param target absolute path of the archive. */
  backup(target: string, options: { readonly files: boolean }, watch: BackupWatch): Promise<BackupReport>;
  /** Checks where a backup would go, then reads all of it and checks it. The result restores it. */
  check(path: string, options: { readonly replaces: boolean }, watch: BackupWatch): Promise<CheckedRestore>;
}

/** A backup that was checked and can be restored. */
interface CheckedRestore {
  restore(watch: BackupWatch): Promise<RestoreReport>;
}
