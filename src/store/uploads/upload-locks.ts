import { sql } from 'kysely';
import type { Tables } from '../schema.ts';

/** Seconds after which a lock ends whose holder does not renew it. */
export const UPLOAD_LOCK_SECONDS = 10;

/**
 * Seconds after its end for which the lock of a holder that is silent stays. The holder of a lock that no other
 * request wants may still renew it.
 */
const STALE_SECONDS = 60;

const EXPIRY = sql<Date>`now() + make_interval(secs => ${UPLOAD_LOCK_SECONDS})`;

/**
 * Takes the lock of an upload if it is free or has expired.
 *
 * @param id name of the upload.
 * @param holder UUID of the new holder.
 * @returns false if another holder has it. The holder is then asked to let go of it.
 */
export async function takeUploadLock(db: Tables, id: string, holder: string): Promise<boolean> {
  const taken = await db
    .insertInto('upload_lock')
    .values({ id, holder, expires: EXPIRY })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ holder, expires: EXPIRY, requested: false })
        .where('upload_lock.expires', '<', sql<Date>`now()`),
    )
    .returning('id')
    .executeTakeFirst();
  if (taken !== undefined) return true;
  await db.updateTable('upload_lock').set({ requested: true }).where('id', '=', id).execute();
  return false;
}

/**
 * Renews the lock of an upload.
 *
 * @returns `lost` if the lock belongs to another holder; `requested` if another request waits for it.
 */
export async function renewUploadLock(
  db: Tables,
  id: string,
  holder: string,
): Promise<'held' | 'requested' | 'lost'> {
  const row = await db
    .updateTable('upload_lock')
    .set({ expires: EXPIRY })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .returning('requested')
    .executeTakeFirst();
  if (row === undefined) return 'lost';
  return row.requested ? 'requested' : 'held';
}

/** Frees the lock of an upload. Does nothing if it belongs to another holder. */
export async function freeUploadLock(db: Tables, id: string, holder: string): Promise<void> {
  await db.deleteFrom('upload_lock').where('id', '=', id).where('holder', '=', holder).execute();
}

/** Removes the locks that dead holders have left. */
export async function removeStaleUploadLocks(db: Tables): Promise<void> {
  await db
    .deleteFrom('upload_lock')
    .where('expires', '<', sql<Date>`now() - make_interval(secs => ${STALE_SECONDS})`)
    .execute();
}
