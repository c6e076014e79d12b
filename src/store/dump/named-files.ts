import { sql } from 'kysely';
import type { Snapshot } from './snapshot.ts';

const BATCH = 500;

/** Reads the storage keys of all files that must be in the storage: those that clients or later work can use. */
export async function* readNamedFiles({
  transaction,
}: Pick<Snapshot, 'transaction'>): AsyncGenerator<string[]> {
  const cursor = sql.id('named_files');
  await sql`declare ${cursor} no scroll cursor for
    select file from asset where destination = 0 and status = 'ready'
    union select file from source where status = 'ready' and file is not null
    union select file from rendition where status = 'ready' and file is not null
    union select file from created_asset where status = 'done' and not deleted and file is not null
    union select file from generation where state = 'done' and file is not null
    except select file from unwanted_file`.execute(transaction);
  for (;;) {
    const { rows } = await sql<{
      file: string;
    }>`fetch forward ${sql.raw(String(BATCH))} from ${cursor}`.execute(transaction);
    if (rows.length > 0) yield rows.map(({ file }) => file);
    if (rows.length < BATCH) break;
  }
  await sql`close ${cursor}`.execute(transaction);
}
