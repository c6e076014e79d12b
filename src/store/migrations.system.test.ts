import { createHash } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { findAssetsOfRender } from './assets.ts';
import { findCaller } from './accounts/find-callers.ts';
import { MIGRATIONS, TABLE_NAMES } from './migrations.ts';
import { FILE_ADDRESS_DEFAULT, findSharedValue } from './shared-values.ts';
import { findRender } from './renders.ts';
import type { Schema } from './schema.ts';

test('renders from before the stills keep the storage key of their output, and old keys may do everything', async () => {
  await using tables = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite: new PGlite() }) });
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  const migrator = new Migrator({ db: tables, provider });
  await migrator.migrateTo('007_key_endings');
  const [account, done, failed, asset] = [uuid(), uuid(), uuid(), uuid()];
  await sql`insert into account (id, name) values (${account}, 'first')`.execute(tables);
  await sql`insert into owner (id, account, stage) values ('me', ${account}, 'v1')`.execute(tables);
  await sql`insert into render (id, owner, stage, edit, status, file)
    values (${done}, 'me', 'v1', '{}', 'done', 'v1/me/a.mp4'), (${failed}, 'me', 'v1', '{}', 'failed', null)`.execute(
    tables,
  );
  const hash = createHash('sha256').update('old key').digest('hex');
  await sql`insert into api_key (id, owner, hash, first) values (${uuid()}, 'me', ${hash}, false)`.execute(
    tables,
  );
  await sql`insert into asset (id, owner, stage, render, filename, file, status) values
    (${asset}, 'me', 'v1', ${done}, 'a.mp4', 'v1/me/a.mp4', 'ready'),
    (${uuid()}, 'me', 'v1', ${failed}, 'b.mp4', 'v1/me/b.mp4', 'failed')`.execute(tables);
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  expect(await findCaller(tables, 'old key')).toMatchObject({ owner: 'me', scope: 'full' });
  const none = { poster: null, thumbnail: null };
  expect(await findRender(tables, 'me', done)).toMatchObject({ output: 'v1/me/a.mp4', ...none });
  expect(await findRender(tables, 'me', failed)).toMatchObject({ output: null, ...none });
  const kept = { id: asset, part: 'output', status: 'ready' };
  expect(await findAssetsOfRender(tables, 'me', done)).toMatchObject([kept]);
});

test.each([
  ['a new database: by the number of accounts', false, 'by accounts'],
  ['a database from before: public, because addresses may have been published', true, 'public'],
])('the default of the addresses of files is recorded for %s', async (_which, isOld, recorded) => {
  await using tables = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite: new PGlite() }) });
  const migrator = new Migrator({
    db: tables,
    provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
  });
  await migrator.migrateTo('022_attempts');
  if (isOld) await sql`insert into account (id, name) values (${uuid()}, 'first')`.execute(tables);
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  expect(await findSharedValue(tables, FILE_ADDRESS_DEFAULT)).toBe(recorded);
});

test('the names of all tables are known, so that backups and restores have them', async () => {
  await using tables = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite: new PGlite() }) });
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  expect((await new Migrator({ db: tables, provider }).migrateToLatest()).error).toBeUndefined();
  const { rows } = await sql<{ relname: string }>`select relname from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(tables);
  const own = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];
  expect(new Set(rows.map(({ relname }) => relname))).toEqual(new Set([...TABLE_NAMES, ...own]));
});
