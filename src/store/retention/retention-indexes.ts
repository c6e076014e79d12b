import { type Kysely, sql } from 'kysely';

/**
 * Adds the indexes that find the oldest files, renders and sources. The files of sources and renditions lie in
 * a folder of their own and stay as long as their source, so the first index leaves them out.
 */
export async function addRetentionIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index asset_hosted on asset (updated, id)
    where status = 'ready' and destination = 0 and not temporary and file not like '%/%/%/%'`.execute(db);
  await sql`create index render_ended on render (updated, id) where status in ('done', 'failed')`.execute(db);
  await sql`create index source_ended on source (updated, id) where status in ('ready', 'failed')`.execute(
    db,
  );
}

/**
 * True for a hosted file of a render, a transfer or a created asset. The files of a source lie in a folder, and so
 * do those of an HLS, which its main list stands for.
 */
export const isOfNoSource = sql<boolean>`(file not like '%/%/%/%' or file like '%/index.m3u8')`;

/** Lets the index of the oldest files find each HLS, too. */
export async function addSetsToRetention(db: Kysely<unknown>): Promise<void> {
  await sql`drop index asset_hosted`.execute(db);
  await sql`create index asset_hosted on asset (updated, id)
    where status = 'ready' and destination = 0 and not temporary and ${isOfNoSource}`.execute(db);
}

/** Adds the index for the lists of the files of an owner. */
export async function addAssetIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('asset_of_owner').on('asset').columns(['owner', 'id']).execute();
}
