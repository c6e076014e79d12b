import { sql, type Transaction } from 'kysely';
import { tryParseJson } from '../../base/try-parse-json.ts';
import type { Schema } from '../schema.ts';

/** Maximum length of the rows of one statement. A single row may be longer. */
const MAX_LENGTH = 4_000_000;

/** The table that rows are inserted into. The columns are those that it shares with the rows. */
export interface RowTarget {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Finds the columns of a table that can be inserted.
 *
 * @param schema name of the schema. Default: that of Kinora's tables.
 */
export async function findRowTarget(
  transaction: Transaction<Schema>,
  table: string,
  schema?: string,
): Promise<RowTarget> {
  const { rows } = await sql<{ name: string; place: string }>`
    select column_name::text as name, table_schema::text as place from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER'
      and table_schema = coalesce(${schema ?? null}::text, current_schema()::text)`.execute(transaction);
  return { schema: rows[0]?.place ?? '', table, columns: rows.map(({ name }) => name) };
}

/**
 * Inserts rows that `streamRows` has read. The database reads their values itself.
 *
 * @param lines JSON objects with the same fields.
 */
export async function insertRows(
  transaction: Transaction<Schema>,
  { schema, table, columns }: RowTarget,
  lines: readonly string[],
): Promise<void> {
  const fields = Object.keys(tryParseJson(lines[0] ?? '{}') ?? {});
  const shared = columns.filter((column) => fields.includes(column));
  if (shared.length === 0) return;
  const list = sql.join(shared.map((column) => sql.id(column)));
  const target = sql.table(`${schema}.${table}`);
  for (const group of groupByLength(lines))
    await sql`insert into ${target} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${target}, ${`[${group.join(',')}]`}::text::json)`.execute(
      transaction,
    );
}

function* groupByLength(lines: readonly string[]): Generator<string[]> {
  let group: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (group.length > 0 && length + line.length > MAX_LENGTH) {
      yield group;
      [group, length] = [[], 0];
    }
    group.push(line);
    length += line.length;
  }
  if (group.length > 0) yield group;
}
