import { sql } from 'kysely';
import type { Snapshot } from './snapshot.ts';
import { streamRows } from './stream-rows.ts';

/** Reads the storage keys of all files that must be in the storage: those that clients or later work can use. */
export async function* readNamedFiles({
  transaction,
}: Pick<Snapshot, 'transaction'>): AsyncGenerator<string[]> {
  const query = sql`
    select file from asset where destination = 0 and status = 'ready'
    union select file from source where status = 'ready' and file is not null
    union select file from rendition where status = 'ready' and file is not null
    union select file from created_asset where status = 'done' and not deleted and file is not null
    union select file from generation where state = 'done' and file is not null
    except select file from unwanted_file`;
  for await (const lines of streamRows(transaction, 'named_files', query))
    yield lines.map((line) => (JSON.parse(line) as { readonly file: string }).file);
}
