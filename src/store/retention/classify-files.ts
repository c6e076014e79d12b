import { sql } from 'kysely';
import { IS_OF_NO_SOURCE } from './expired.ts';
import type { Tables } from '../schema.ts';

/** The purpose of a stored file. */
export type StoredFileKind =
  | 'renders'
  | 'stills'
  | 'transfers'
  | 'created'
  | 'sources'
  | 'renditions'
  | 'transcriptions'
  | 'paid'
  | 'generated'
  | 'temporary'
  | 'removing'
  | 'unknown';

interface FileRecord {
  readonly file: string;
  readonly kind: StoredFileKind;
}

/** Length of a UUID in a file name. */
const ID_LENGTH = 36;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds out the purpose of stored files. A file that no record names is `unknown`.
 *
 * @param files storage keys, at most a few hundred.
 */
export async function classifyFiles(
  db: Tables,
  files: readonly string[],
): Promise<ReadonlyMap<string, StoredFileKind>> {
  const ids = [...new Set(files.map(idOf))].filter((id) => ID.test(id));
  const found = new Map<string, StoredFileKind>(files.map((file) => [file, 'unknown']));
  if (ids.length === 0) return found;
  // The later ones decide.
  const records = [
    ...(await findOwnRecords(db, ids)),
    ...(await findAssetRecords(db, ids)),
    ...(await findMarked(db, files)),
  ];
  for (const { file, kind } of records) if (found.has(file)) found.set(file, kind);
  return found;
}

/** Returns the id in a storage key: that of the folder of a source, or the beginning of the file name. */
function idOf(file: string): string {
  return (file.split('/')[2] ?? '').slice(0, ID_LENGTH);
}

/** Finds the files whose records name them themselves. */
async function findOwnRecords(db: Tables, ids: readonly string[]): Promise<FileRecord[]> {
  const { rows } = await sql<FileRecord>`
    select file, 'sources' as kind from source where id = any(${ids}::uuid[]) and file is not null
    union all
    select file, case when kind = 'transcription' then 'transcriptions' else 'renditions' end
      from rendition where source = any(${ids}::uuid[]) and file is not null
    union all
    select file, case when maker = 'built-in' then 'generated' else 'paid' end
      from generation where id = any(${ids}::uuid[]) and file is not null`.execute(db);
  return rows;
}

/** Finds the files that only their assets name, and those that expire after a day. */
async function findAssetRecords(db: Tables, ids: readonly string[]): Promise<FileRecord[]> {
  const { rows } = await sql<FileRecord>`
    select file, case
        when temporary then 'temporary'
        when exists (select 1 from transfer where transfer.id = asset.render) then 'transfers'
        when exists (select 1 from created_asset where created_asset.id = asset.render) then 'created'
        when part = 'output' then 'renders'
        else 'stills'
      end as kind
    from asset
    where destination = 0 and status in ('importing', 'ready')
      and (temporary or ${sql.raw(IS_OF_NO_SOURCE)})
      and (render = any(${ids}::uuid[])
        or render in (select rendition.id from rendition where rendition.source = any(${ids}::uuid[])))`.execute(
    db,
  );
  return rows;
}

async function findMarked(db: Tables, files: readonly string[]): Promise<FileRecord[]> {
  const rows = await db.selectFrom('unwanted_file').select('file').where('file', 'in', files).execute();
  return rows.map(({ file }) => ({ file, kind: 'removing' }));
}

/** The rows of one kind. */
interface MeasuredRows {
  readonly count: number;
  /** Creation of the oldest one. `null` if there is none. */
  readonly oldest: Date | null;
  /** Bytes of them, with all that belongs to them. */
  readonly bytes: number;
}

/** The size of the content of the database. */
export interface DatabaseSize {
  /** The renders with their edits and callbacks. */
  readonly renders: MeasuredRows;
  /** The edits that are kept by name, with their versions. */
  readonly edits: MeasuredRows;
  /** Bytes of the whole database. */
  readonly bytes: number;
}

/** Measures the database. */
export async function measureDatabase(db: Tables): Promise<DatabaseSize> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db);
  const [size] = rows;
  if (size === undefined) throw new Error('The database returned no size.');
  const renders = await measureRows(db, 'render', ['render', 'callback', 'callback_attempt']);
  return { ...size, renders, edits: await measureRows(db, 'kept_edit', ['kept_edit', 'edit_version']) };
}

/** Measures the rows of a table. @param all the tables that hold them and what belongs to them. */
async function measureRows(db: Tables, table: string, all: readonly string[]): Promise<MeasuredRows> {
  const { rows } = await sql<MeasuredRows>`
    select (select count(*)::int from ${sql.table(table)}) as count,
      (select created from ${sql.table(table)} order by id limit 1) as oldest,
      (select sum(pg_total_relation_size(name::regclass))::float8 from unnest(${all}::text[]) as name) as bytes`.execute(
    db,
  );
  const [size] = rows;
  if (size === undefined) throw new Error(`The table ${table} has no size.`);
  return size;
}
