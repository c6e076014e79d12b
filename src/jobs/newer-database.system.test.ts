import { Kysely, PGliteDialect, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { prepareTables } from '../store/connection/prepare-tables.ts';
import { EmbeddedDatabase } from '../store/embedded/embedded-database.ts';
import type { Schema } from '../store/schema.ts';
import { rejectNewerQueue } from './boss.ts';

const pglite = new EmbeddedDatabase(undefined);
const tables = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
afterAll(() => tables.destroy());

it('rejects tables of a newer version in one line and changes nothing', async () => {
  await pglite.exec(`create table kysely_migration (name text primary key, timestamp text not null);
    insert into kysely_migration values ('001_something', 'then'), ('999_flying_cars', 'now')`);
  await expect(prepareTables(tables)).rejects.toMatchObject({
    code: 'invalid_setting',
    message: expect.stringMatching(
      /^A newer version of Kinora has changed this database \(.*999_flying_cars\), and [^\n]*$/,
    ) as string,
  });
  const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(tables);
  expect(rows).toHaveLength(1);
});

it('rejects the queue of a newer version, and no other', async () => {
  const db = { kind: 'embedded', pglite } as const;
  await rejectNewerQueue(db);
  await pglite.exec(
    'create schema pgboss; create table pgboss.version (version int); insert into pgboss.version values (12)',
  );
  await rejectNewerQueue(db);
  await pglite.exec('update pgboss.version set version = 9000');
  await expect(rejectNewerQueue(db)).rejects.toThrow(
    'A newer version of Kinora has changed this database (version 9000 of the queue), and this version cannot',
  );
});
