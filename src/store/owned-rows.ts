import { sql } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import { countRows } from './queue/count-rows.ts';
import type { Tables } from './schema.ts';

/** The things that an owner keeps by name, by the name of their table. */
const NAMES = { template: 'template', kept_edit: 'edit' } as const;

/** A table of things that an owner keeps by name. */
type NamedTable = keyof typeof NAMES;

/**
 * The maximum number of things of one kind per owner. Concurrent requests may exceed the limit slightly. There is
 * a limit, because the response to a list request holds all of them.
 */
export const MAX_NAMED = 10_000;

/**
 * Checks that an owner may keep another thing.
 *
 * @param limit the maximum number of them.
 * @throws {KinoraError} `limit_reached` if the owner already has that many.
 */
export async function requireRoom(
  db: Tables,
  table: NamedTable,
  owner: string,
  limit: number,
): Promise<void> {
  const kept = db.selectFrom(table).select('id').where('owner', '=', owner).limit(limit);
  if ((await countRows(db, kept)) < limit) return;
  const thing = NAMES[table];
  const sentence = `There are already ${limit} ${thing}s, which is the maximum. Delete ${/^[aeiou]/.test(thing) ? 'an' : 'a'} ${thing} that you do not need.`;
  throw new KinoraError('limit_reached', sentence);
}

/** Removes a thing that an owner keeps. Returns false if the owner has none with this id. */
export async function removeOwned(
  db: Tables,
  table: NamedTable,
  owner: string,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where id = ${id} and owner = ${owner}`.execute(db);
  return numAffectedRows === 1n;
}
