import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** Runs a statement. Returns its rows. */
export type RunQuery = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** The database of a stopped installation. */
export interface OpenRecord extends AsyncDisposable {
  readonly query: RunQuery;
}

/** Opens the database of PostgreSQL, or an embedded one that no server uses. @param location URL or folder. */
export async function openRecord(location: string): Promise<OpenRecord> {
  if (location.startsWith('postgres:')) {
    const pool = new pg.Pool({ connectionString: location, max: 1 });
    return {
      query: async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows,
      [Symbol.asyncDispose]: () => pool.end(),
    };
  }
  const pglite = await PGlite.create(location);
  return {
    query: async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows,
    [Symbol.asyncDispose]: () => pglite.close(),
  };
}

/** An attempt of a worker at a job. Times are milliseconds since 1970. */
export interface RecordedAttempt {
  /** Id of the row that the attempt is about. */
  readonly subject: string;
  readonly kind: string;
  /** Process of the worker. */
  readonly pid: number | undefined;
  readonly started: number;
  readonly ended: number | undefined;
  readonly outcome: string | undefined;
  readonly code: string | undefined;
  /** Milliseconds of each stage. Empty if it reported none. */
  readonly stages: Readonly<Record<string, number>>;
}

/** The record of the jobs of a run in the database. */
export interface JobRecord {
  /** In the order of their start. Empty if this version of Kinora does not record attempts. */
  readonly attempts: readonly RecordedAttempt[];
  /** The job that each subject belongs to, such as the source of a rendition. Other subjects are jobs. */
  readonly jobOf: ReadonlyMap<string, string>;
}

/** Reads the attempts and what they belong to. */
export async function readJobRecord(query: RunQuery): Promise<JobRecord> {
  const [table] = await query(`select to_regclass('attempt') is not null as found`);
  const rows = table?.['found'] === true ? await query(ATTEMPTS) : [];
  const parents = await query(
    `select id, source as job from rendition union all select id, render from asset`,
  );
  return {
    attempts: rows.map((row) => ({
      subject: String(row['subject']),
      kind: String(row['kind']),
      pid: Number(/\d+$/.exec(String(row['worker_name']))?.[0]) || undefined,
      started: Number(row['started']),
      ended: row['ended'] === null ? undefined : Number(row['ended']),
      outcome: toText(row['outcome']),
      code: toText(row['code']),
      // The column has what a worker wrote: numbers by name.
      stages: JSON.parse(toText(row['stages']) ?? '{}') as RecordedAttempt['stages'],
    })),
    jobOf: new Map(parents.map((row) => [String(row['id']), String(row['job'])])),
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const ATTEMPTS = `select subject, kind, worker_name, outcome, code, stages,
    extract(epoch from started) * 1000 as started, extract(epoch from ended) * 1000 as ended
  from attempt order by started, id`;
