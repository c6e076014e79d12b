import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/**
 * Counts the rows of every table of an embedded database that no server uses.
 *
 * @param home the home folder.
 */
export async function countRows(home: string): Promise<Record<string, number>> {
  const database = new PGlite({ dataDir: join(home, 'database') });
  try {
    const { rows: tables } = await database.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await database.query<{ count: number }>(`select count(*)::int as count from ${name}`);
      counts[name] = rows[0]?.count ?? 0;
    }
    return counts;
  } finally {
    await database.close();
  }
}
