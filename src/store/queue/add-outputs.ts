import { type Kysely, sql } from 'kysely';

/** Adds several outputs of one render, each with files of its own. */
export async function addOutputs(db: Kysely<unknown>): Promise<void> {
  await sql`alter table render add column outputs text`.execute(db);
  await sql`alter table asset add column position integer not null default 0,
    drop constraint asset_once_per_destination,
    add constraint asset_once_per_destination unique (render, part, destination, position)`.execute(db);
}
