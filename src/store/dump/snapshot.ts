import { sql, type Transaction } from 'kysely';
import { KinoraError } from '../../base/errors.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { listMigrations } from '../connection/prepare-tables.ts';
import { streamRows } from './stream-rows.ts';
import { orderTables } from './table-names.ts';

/** Milliseconds that the reader of a snapshot may pause, while it writes to a slow disk. */
const MAX_PAUSE_MS = 10 * 60_000;

/** A state of the counter behind a column. */
export interface SequenceState {
  readonly table: string;
  readonly column: string;
  /** The last number that it has given, as text, because it may be too large for JavaScript. */
  readonly last: string;
  /** False if it has given none yet, so that the next one is `last` itself. */
  readonly used: boolean;
}

/** Everything in the database at one moment. Other work goes on meanwhile. */
export interface Snapshot {
  /** The names of the tables, those first that others refer to. */
  readonly tables: readonly string[];
  /** The name of the last migration of the tables. */
  readonly schemaVersion: string;
  readonly sequences: readonly SequenceState[];
  /** Reads all rows of a table, as lines of JSON. */
  readTable(name: string): AsyncIterable<readonly string[]>;
  /** The transaction in which everything is read. */
  readonly transaction: Transaction<Schema>;
}

const NO_TABLES =
  'The database has no tables of Kinora, so there is nothing to back up. Correct DATABASE_URL or KINORA_HOME, or start Kinora with it first.';

/** Runs work with a snapshot of the database. @throws {KinoraError} `invalid_setting` if it has no tables of Kinora. */
export async function withSnapshot<Value>(
  { tables: db }: Pick<Database, 'tables'>,
  work: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  return await db.transaction().execute(async (transaction) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
    await allowPauses(transaction, MAX_PAUSE_MS);
    const migrations = await listMigrations(transaction);
    const names = await orderTables(transaction);
    if (names.length === 0) throw new KinoraError('invalid_setting', NO_TABLES);
    return await work({
      tables: names,
      schemaVersion: migrations.at(-1) ?? '',
      sequences: await readSequences(transaction, names),
      readTable: (name) => streamRows(transaction, name, sql`select * from ${sql.table(name)}`),
      transaction,
    });
  });
}

/** Lets a transaction wait for a slow disk. @param limitMs milliseconds of each pause. */
export async function allowPauses(transaction: Transaction<Schema>, limitMs: number): Promise<void> {
  const limit = sql.raw(String(limitMs));
  await sql`set local idle_in_transaction_session_timeout = ${limit}`.execute(transaction);
  await sql`set local statement_timeout = ${limit}`.execute(transaction);
}

async function readSequences(
  transaction: Transaction<Schema>,
  tables: readonly string[],
): Promise<SequenceState[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string | null }>`
    select table_name::text as table, column_name::text as column,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns
    where table_schema = current_schema() and table_name in (${sql.join(tables)})`.execute(transaction);
  const states: SequenceState[] = [];
  for (const { table, column, sequence } of rows) {
    if (sequence === null) continue;
    const { rows: found } = await sql<{ last: string; used: boolean }>`
      select last_value::text as last, is_called as used from ${sql.raw(sequence)}`.execute(transaction);
    for (const state of found) states.push({ table, column, ...state });
  }
  return states;
}
