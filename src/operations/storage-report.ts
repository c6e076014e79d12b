import { z } from 'zod';
import { ReportTime } from './render-reports.ts';

/** A kind of thing that takes room. */
const StorageRow = z.object({
  /** Name for programs, such as `renders`. */
  kind: z.string(),
  /** Name for people. */
  title: z.string(),
  /** Number of files, or of records in the database. */
  count: z.int(),
  bytes: z.number(),
  /** Time of the oldest one. Null if unknown. */
  oldest: ReportTime.nullable(),
  /** The time that it stays, such as `30d` or `forever`. */
  stays: z.string(),
  /** Names of the settings that decide it. */
  settings: z.array(z.string()),
});

/** The form of a report. */
const StorageReportSchema = z.object({
  /** The account that it is about. Null for all, and for files without an account. */
  account: z.string().nullable(),
  /** The folder or the bucket of the stored files. */
  storage: z.string(),
  rows: z.array(StorageRow),
  /** The reason why the numbers of stored files are too low, one sentence. Null if they are exact. */
  problem: z.string().nullable(),
  /** The disks of the stored files and of the home folder. */
  disks: z.array(z.object({ folder: z.string(), freeBytes: z.number(), totalBytes: z.number() })),
});

/** A report on the room that each kind of thing takes. */
export type StorageReport = z.infer<typeof StorageReportSchema>;

/** One row of a {@link StorageReport}. */
export type StorageReportRow = StorageReport['rows'][number];

/**
 * The operations for a report, which may take minutes: the first one begins it, the second one waits a moment
 * for its end.
 */
export const STORAGE_OPERATIONS = {
  /** Begins a report on one account, or on everything by default. */
  beginStorageReport: {
    input: z.object({ account: z.string().optional() }),
    output: z.object({ report: z.uuid() }),
  },
  /** Returns a report, or null with the number of files so far. A report that is no longer requested is given up. */
  awaitStorageReport: {
    input: z.object({ report: z.uuid() }),
    output: z.object({ files: z.int(), report: StorageReportSchema.nullable() }),
  },
};
