import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { locateHome } from '../home/home.ts';
import { openQueue } from '../jobs/queue.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { type Database, openDatabase, type OpeningLimits } from '../store/database.ts';
import {
  HAS_POSTGRES,
  startPostgres,
  TEST_DATABASES,
  type TestDatabase,
} from '../store/test-databases.fixture.ts';
import { readArchive } from './archive-reader.ts';
import { checkServer } from './check-target.ts';
import { checkVersions, restoreDatabase } from './restore-database.ts';
import { MIGRATIONS, TABLE_NAMES } from '../store/migrations.ts';
import { writeBackup } from './write-backup.ts';

const { signal } = new AbortController();
const RENDER = '01a20ac5-d0b4-749a-82bb-f3eae5d553b8';
const EDIT = JSON.stringify({ text: 'Zeile 1\nZeile "2" \\ \u2028 😀 \u0001', wide: 'x'.repeat(50_000) });

let folder: string;
let archive: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-databases-'));
  archive = join(folder, 'backup.tar');
});
afterAll(() => rm(folder, { recursive: true }));

/** Opens a database with an account, a render that waits, and an attempt. */
async function fill(database: Database): Promise<void> {
  const { tables } = database;
  const { v1: owner } = await ensureFirstAccount(tables);
  const queue = await openQueue(database, { log: SILENT });
  await queue.renders.submit({
    id: RENDER,
    owner,
    stage: 'v1',
    edit: EDIT,
    dialect: 'interface',
    cost: { seconds: 5 },
  });
  await queue.stop();
  await sql`update render set duration = 0.1::float8 + 0.2::float8, created = '2026-01-02T03:04:05.123456Z'`.execute(
    tables,
  );
  await sql`insert into attempt (job, queue, kind, subject, owner, worker, worker_name)
    select gen_random_uuid(), 'render', 'render', ${RENDER}, ${owner}, gen_random_uuid(), 'vm:1'
    from generate_series(1, 450)`.execute(tables);
  await sql`delete from attempt where id > 400`.execute(tables);
}

const backUp = (database: Database) =>
  writeBackup(
    archive,
    { database, home: locateHome(join(folder, 'home')), files: undefined, version: '1.2.3' },
    { signal, onProgress: () => undefined },
  );

async function restoreInto(database: Database): Promise<void> {
  const { header } = await readArchive(archive, signal, { onHeader: checkVersions });
  await restoreDatabase(
    database,
    header,
    (onEntry) => readArchive(archive, signal, { onEntry }),
    () => Promise.resolve(),
  );
}

/** Returns everything in a database, as the database itself writes it. */
async function contentOf({ tables }: Database): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  for (const name of [...TABLE_NAMES, 'pgboss.job']) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(name)} t order by 1`.execute(tables);
    // Each database has its own time zone.
    content[name] = rows.map(({ row }) =>
      row.replaceAll(
        /"(\d{4}-\d\d-\d\dT[\d:.]+[+-][\d:]+)"/g,
        (_, time: string) => `"${new Date(time).toISOString()} ${/\.\d+/.exec(time)?.[0] ?? ''}"`,
      ),
    );
  }
  return content;
}

async function withDatabase(
  test: TestDatabase,
  work: (database: Database) => Promise<void>,
  options?: OpeningLimits,
): Promise<void> {
  const database = await openDatabase(test.location, SILENT, options);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

describe.each(TEST_DATABASES)('a backup of $name', ({ name, missing, start }) => {
  describe.skipIf(missing)('restored', () => {
    let source: TestDatabase;
    let content: Record<string, unknown>;
    beforeAll(async () => {
      source = await start();
      await withDatabase(source, async (database) => {
        await fill(database);
        const { rows, jobs } = await backUp(database);
        expect([rows['render'], rows['attempt'], jobs]).toEqual([1, 400, 1]);
        content = await contentOf(database);
      });
    });
    afterAll(() => source.stop());

    it('into the embedded database has the same rows, jobs and counters', async () => {
      const target = await TEST_DATABASES[0].start();
      await withDatabase(target, async (database) => {
        await ensureFirstAccount(database.tables);
        await restoreInto(database);
        expect(await contentOf(database)).toEqual(content);
        const { rows } = await sql<{
          id: string;
        }>`insert into attempt (job, queue, kind, subject, owner, worker, worker_name)
          select job, queue, kind, subject, owner, worker, worker_name from attempt limit 1 returning id::text`.execute(
          database.tables,
        );
        expect(rows).toEqual([{ id: '451' }]);
      });
    });

    it.runIf(name !== 'PostgreSQL')(
      'leaves the database as it was if the archive fails in the middle',
      async () => {
        const target = await TEST_DATABASES[0].start();
        await withDatabase(target, async (database) => {
          const { v1 } = await ensureFirstAccount(database.tables);
          const { header } = await readArchive(archive, signal, {});
          const broken = restoreDatabase(
            database,
            header,
            async (load) => {
              await readArchive(archive, signal, { onEntry: load });
              throw new Error('The disk is gone.');
            },
            () => Promise.resolve(),
          );
          await expect(broken).rejects.toThrow('The disk is gone.');
          expect(await ensureFirstAccount(database.tables)).toMatchObject({ v1 });
        });
      },
    );

    it.runIf(HAS_POSTGRES && name !== 'PostgreSQL')('into PostgreSQL has the same, too', async () => {
      const target = await startPostgres();
      try {
        await withDatabase(target, async (database) => {
          await restoreInto(database);
          expect(await contentOf(database)).toEqual(content);
        });
      } finally {
        await target.stop();
      }
    });
  });
});

/** Changes a database as a newer version would: its tables, its rows and its migrations, in one transaction. */
const upgrade = ({ tables }: Database): Promise<void> =>
  tables.transaction().execute(async (transaction) => {
    await sql`alter table account rename column name to title`.execute(transaction);
    await sql`drop table queue_clock`.execute(transaction);
    await sql`create table flight (id int primary key, render uuid not null references render)`.execute(
      transaction,
    );
    await sql`insert into flight select 1, id from render`.execute(transaction);
    await sql`insert into kysely_migration values ('999_flying_cars', 'now')`.execute(transaction);
  });

/** Runs a statement, and leaves the tables as they are otherwise. */
async function change(test: TestDatabase, statement: string): Promise<void> {
  const run = async ({ tables }: Database): Promise<void> => {
    await sql.raw(statement).execute(tables);
  };
  await withDatabase(test, run, { migrates: false });
}

/** Returns the address of the database of a test. */
function urlOf({ location }: TestDatabase): string {
  if (location.kind !== 'postgres') throw new Error('This is not PostgreSQL.');
  return location.url;
}

describe.runIf(HAS_POSTGRES)('a PostgreSQL database that is there already', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await startPostgres();
  });
  afterAll(() => test.stop());

  it('that a newer version has changed is replaced, and only its own tables go', async () => {
    let content: Record<string, unknown> = {};
    await withDatabase(test, async (database) => {
      await fill(database);
      await backUp(database);
      content = await contentOf(database);
      await sql`create table guest (id int)`.execute(database.tables);
      await upgrade(database);
    });
    await checkServer(urlOf(test), true);
    await withDatabase(test, restoreInto, { migrates: false });
    await withDatabase(test, async (database) => {
      expect(await contentOf(database)).toEqual(content);
      const { rows } = await sql`select to_regclass('flight') as flight, to_regclass('guest') as guest,
        (select count(*)::int from kysely_migration) as migrations`.execute(database.tables);
      expect(rows).toEqual([{ flight: null, guest: 'guest', migrations: Object.keys(MIGRATIONS).length }]);
    });
  });

  it('with tables of another program that are in the way is rejected before the backup is read', async () => {
    await change(test, 'create table gallery (picture uuid references render)');
    await expect(checkServer(urlOf(test), true)).rejects.toThrow('The table "gallery" in the database of');
    await change(test, 'drop table gallery');
    await checkServer(urlOf(test), true);
    await change(test, 'create database shared');
    const url = urlOf(test).replace('/postgres?', '/shared?');
    const shared: TestDatabase = { ...test, location: { kind: 'postgres', url } };
    await change(shared, 'create table account (number int)');
    await expect(checkServer(url, true)).rejects.toThrow('The table "account" in the database of');
    await change(shared, "create table kysely_migration as select '1_theirs' as name");
    await expect(checkServer(url, true)).rejects.toThrow('The table "kysely_migration" in the database of');
  });

  it('with a queue of a newer version is rejected before the backup is read', async () => {
    await change(test, 'update pgboss.version set version = version + 9000');
    await expect(checkServer(urlOf(test), true)).rejects.toThrow('Drop the database, create it again');
    await change(test, 'update pgboss.version set version = version - 9000');
  });
});

it('is rejected if a newer version has made it', () => {
  const header = { format: 1, kinora: '9.0.0', created: '', database: 'embedded', files: true } as const;
  const check = (schema: string, queue: number) => () => checkVersions({ ...header, schema, queue });
  expect(check('999_future', 1)).toThrow('A newer version of Kinora (9.0.0)');
  expect(check('031_source_names', 10_000)).toThrow('Install that version or a newer one');
  expect(check('031_source_names', 1)).not.toThrow();
});
