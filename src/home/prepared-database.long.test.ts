import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Logger, SILENT } from '../base/logger.ts';
import { openQueue } from '../jobs/queue.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../store/database.ts';
import { isDatabasePrepared, createDatabase, prepareDatabase } from './prepared-database.ts';

/**
 * Queries for everything that all empty databases have in common: the tables and their rows, except dates.
 */
const CONTENTS: Readonly<Record<string, RawBuilder<object>>> = {
  columns: sql`select table_schema, table_name, column_name, data_type, column_default, is_nullable
    from information_schema.columns where table_schema in ('public', 'pgboss') order by 1, 2, 3`,
  indexes: sql`select indexdef from pg_indexes where schemaname in ('public', 'pgboss') order by 1`,
  constraints: sql`select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace::regnamespace::text in ('public', 'pgboss') order by 1, 2`,
  functions: sql`select proname, prosrc from pg_proc
    where pronamespace::regnamespace::text in ('public', 'pgboss') order by 1, 2`,
  queues: sql`select to_jsonb(queue) - '{created_on,updated_on,monitor_on,maintain_on}'::text[] as queue
    from pgboss.queue order by name`,
  version: sql`select version from pgboss.version`,
  migrations: sql`select name from kysely_migration order by name`,
  accounts: sql`select id from account`,
};

let folder: string;
let prepared: string;
let home: string;
let log: Logger;
let messages: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-prepared-'));
  prepared = join(folder, 'prepared');
  await prepareDatabase(prepared);
});
beforeEach(async () => {
  home = await mkdtemp(join(folder, 'home-'));
  messages = [];
  const record = (_fields: object, message: string): void => void messages.push(message);
  log = { ...SILENT, info: record, warn: record };
});
afterAll(() => rm(folder, { recursive: true }));

async function readContents(location: DatabaseLocation): Promise<Record<string, object[]>> {
  const database = await openDatabase(location, SILENT);
  try {
    const queue = await openQueue(database, { log: SILENT });
    const contents = await selected(database);
    await queue.stop();
    return contents;
  } finally {
    await database.close();
  }
}

async function selected({ tables }: Database): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {};
  for (const [name, query] of Object.entries(CONTENTS)) found[name] = (await query.execute(tables)).rows;
  return found;
}

describe('a new home', () => {
  it('gets a copy of the prepared database, which equals a newly created one', async () => {
    const target = join(home, 'database');
    await createDatabase(target, log, prepared);
    expect(await readFile(join(target, 'PG_VERSION'), 'utf8')).toMatch(/^\d+/);
    expect(await readdir(home)).toEqual(['database']);
    const copied = await readContents({ kind: 'embedded', folder: target });
    expect(copied).toEqual(await readContents({ kind: 'embedded', folder: undefined }));
    expect(copied['queues']).not.toEqual([]);
    expect(copied['accounts']).toEqual([]);
    expect(messages).toEqual([]);
  });

  it('does not use a prepared database of another version', async () => {
    const other = join(folder, 'other');
    await mkdir(other);
    const record = JSON.parse(await readFile(join(prepared, 'prepared.json'), 'utf8')) as object;
    expect(await isDatabasePrepared(prepared)).toBe(true);
    const changed = { ...record, 'src/store/migrations.ts': 'another hash' };
    await writeFile(join(other, 'prepared.json'), JSON.stringify(changed));
    expect(await isDatabasePrepared(other)).toBe(false);
    await createDatabase(join(home, 'database'), log, other);
    expect(await readdir(home)).toEqual(['database']);
    expect(messages).toEqual(['There is no prepared database. Creating one takes a few seconds.']);
  });

  it('removes the remains of a copy that failed', async () => {
    const damaged = join(folder, 'damaged');
    await mkdir(damaged);
    await writeFile(join(damaged, 'prepared.json'), await readFile(join(prepared, 'prepared.json')));
    await createDatabase(join(home, 'database'), log, damaged);
    expect(await readdir(home)).toEqual(['database']);
    expect(await readdir(join(home, 'database'))).toContain('PG_VERSION');
    expect(messages).toEqual(['Could not copy the prepared database. Creating one instead.']);
  });
});
