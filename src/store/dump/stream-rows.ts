import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

/** Number of rows to read at once, and of those that may have megabytes. */
const MANY = 200;
const FEW = 10;
/** Length of a row after which the following ones may have megabytes, too. */
const LARGE_ROW = 32_000;

/**
 * Reads the rows of a query, each as one line of JSON that the database writes itself, so that no value changes.
 * The name of a query may be used once in a transaction.
 */
export async function* streamRows(
  transaction: Transaction<Schema>,
  name: string,
  query: RawBuilder<unknown>,
): AsyncGenerator<string[], void> {
  const cursor = sql.id(`rows_of_${name}`);
  // A value of the type json may have line breaks between its parts.
  await sql`declare ${cursor} no scroll cursor for
    select replace(row_to_json(row_of)::text, chr(10), ' ') as line from (${query}) row_of`.execute(
    transaction,
  );
  for (let count = FEW, isLarge = false; ; count = isLarge ? FEW : MANY) {
    const { rows } = await sql<{
      line: string;
    }>`fetch forward ${sql.raw(String(count))} from ${cursor}`.execute(transaction);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < count) break;
    isLarge ||= rows.some(({ line }) => line.length > LARGE_ROW);
  }
  await sql`close ${cursor}`.execute(transaction);
}
