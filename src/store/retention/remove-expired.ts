import { sql } from 'kysely';
import { markForDeletion } from '../pending-deletions.ts';
import { deleteAttempts } from '../queue/attempts.ts';
import type { Tables } from '../schema.ts';
import { deleteSource } from '../sources.ts';
import type { Expired } from './expired.ts';

/**
 * Removes hosted files as `DELETE /assets/{id}` does: their assets become `deleted`, and the files are marked
 * for deletion. If neither a render nor another record stands for a file any more, its assets go, too. Leaves
 * files that a client is deleting at this moment.
 *
 * @returns the number of removed files.
 */
export async function removeExpiredFiles(db: Tables, expired: readonly Expired[]): Promise<number> {
  const ids = expired.map(({ id }) => id);
  const named = expired.map((each) => each.named);
  return await db.transaction().execute(async (transaction) => {
    // A client's deletion locks a created asset before its file. Here, too, and without waiting for other locks.
    const created = await sql<{ id: string }>`
      select id from created_asset where id = any(${named}::uuid[]) for update skip locked`.execute(
      transaction,
    );
    const locked = created.rows.map(({ id }) => id);
    const { rows } = await sql<{ file: string; render: string }>`
      update asset set status = 'deleted', updated = now() where id in (
        select id from asset where id = any(${ids}::uuid[]) and status = 'ready' and destination = 0
          and (render = any(${locked}::uuid[])
            or not exists (select 1 from created_asset where created_asset.id = asset.render))
        for update skip locked)
      returning file, render`.execute(transaction);
    const removed = rows.map(({ render }) => render);
    await sql`update created_asset set deleted = true where id = any(${removed}::uuid[])`.execute(
      transaction,
    );
    await markForDeletion(
      transaction,
      rows.map(({ file }) => file),
    );
    await sql`delete from asset where render = any(${removed}::uuid[])
      and not exists (select 1 from render where render.id = asset.render)
      and not exists (select 1 from transfer where transfer.id = asset.render)
      and not exists (select 1 from created_asset where created_asset.id = asset.render)
      and ${HAS_NO_FILE}`.execute(transaction);
    return rows.length;
  });
}

/**
 * Removes the records of ended renders, with their edits, callbacks and attempts. Hosted files stay, with their
 * assets, because they have a time of their own.
 *
 * @returns the number of removed renders.
 */
export async function removeExpiredRenders(db: Tables, expired: readonly Expired[]): Promise<number> {
  const ids = expired.map(({ id }) => id);
  return await db.transaction().execute(async (transaction) => {
    // The end of a copy locks the rows in the same order. Another order could cause a deadlock.
    await sql`delete from asset where render = any(${ids}::uuid[]) and ${HAS_NO_FILE}
      and exists (select 1 from render where render.id = asset.render and ${IS_FINAL})`.execute(transaction);
    const { rows } = await sql<{ id: string }>`
      delete from render where id = any(${ids}::uuid[]) and ${IS_FINAL} returning id`.execute(transaction);
    const removed = rows.map(({ id }) => id);
    await sql`delete from callback where subject = any(${removed}::uuid[])`.execute(transaction);
    await deleteAttempts(transaction, removed);
    return removed.length;
  });
}

const IS_FINAL = sql<boolean>`render.status in ('done', 'failed')`;

/** True for the assets of renders and other records that have no file in the storage, or on its way there. */
const HAS_NO_FILE = sql<boolean>`not exists (select 1 from asset kept where kept.render = asset.render
  and (kept.status = 'importing' or (kept.status = 'ready' and kept.destination = 0)))`;

/**
 * Removes sources with their renditions as a client's `DELETE` does: all become `deleted`, and their files are
 * marked for deletion. Their delivered callbacks go, too.
 *
 * @returns the number of removed sources.
 */
export async function removeExpiredSources(db: Tables, expired: readonly Expired[]): Promise<number> {
  let removed = 0;
  for (const { id, owner } of expired) {
    const before = await deleteSource(db, owner, id);
    if (before !== undefined && before.status !== 'deleted') removed++;
  }
  const ids = expired.map(({ id }) => id);
  await sql`delete from callback where status <> 'waiting' and (subject = any(${ids}::uuid[])
    or subject in (select rendition.id from rendition where rendition.source = any(${ids}::uuid[])))`.execute(
    db,
  );
  return removed;
}

/**
 * Removes kept edits with their versions. Leaves those that a client has just saved.
 *
 * @returns the number of removed edits.
 */
export async function removeExpiredEdits(db: Tables, expired: readonly Expired[]): Promise<number> {
  const { rows } = await sql`delete from kept_edit using unnest(
      ${expired.map(({ id }) => id)}::uuid[], ${expired.map(({ at }) => at)}::timestamptz[]) as over (id, at)
    where kept_edit.id = over.id and kept_edit.updated = over.at returning kept_edit.id`.execute(db);
  return rows.length;
}
