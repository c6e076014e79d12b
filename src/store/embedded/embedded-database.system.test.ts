import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodeOf } from '../../base/error-code.ts';
import { SILENT } from '../../base/logger.ts';
import { createDatabase } from '../../home/prepared-database.ts';
import { EmbeddedDatabase } from './embedded-database.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = new EmbeddedDatabase(undefined);
  await database.exec('create table note (id int primary key, text text, at timestamptz, raw bytea)');
});
afterAll(() => database.close());

const idsOf = async (): Promise<unknown[]> =>
  (await database.query<{ id: number }>('select id from note order by id')).rows.map(({ id }) => id);

it('runs in another thread: this one goes on during a long statement', async () => {
  const order: string[] = [];
  const answered = database.query('select pg_sleep(0.3)').then(() => order.push('answered'));
  setTimeout(() => order.push('another request'), 1);
  await answered;
  expect(order).toEqual(['another request', 'answered']);
});

it('takes and returns dates, bytes and rows as PGlite does', async () => {
  const at = new Date('2026-01-02T03:04:05Z');
  const raw = Buffer.from([0, 1, 255]);
  const written = await database.query('insert into note values ($1, $2, $3, $4)', [1, 'ü', at, raw]);
  expect(written.affectedRows).toBe(1);
  const { rows } = await database.query('select * from note');
  expect(rows).toEqual([{ id: 1, text: 'ü', at, raw: new Uint8Array(raw) }]);
});

it('rejects with the code, the constraint and the message of the database, without the statement', async () => {
  const twice = "insert into note values (1, 'a long text')";
  const error: unknown = await database.query(twice).catch((thrown: unknown) => thrown);
  expect(errorCodeOf(error)).toBe('23505');
  expect(error).toMatchObject({
    constraint: 'note_pkey',
    message: expect.stringMatching(/duplicate key/) as string,
  });
  expect(error).not.toHaveProperty('query');
  await expect(database.exec('nonsense')).rejects.toThrow(/syntax error/);
});

it('keeps other statements out of a transaction, and rolls back if its work rejects', async () => {
  const order: string[] = [];
  const failing = database.transaction(async (transaction) => {
    await transaction.query('insert into note values (2)');
    order.push('inserted');
    throw new Error('No.');
  });
  const outside = idsOf().then((ids) => order.push(`read ${ids.join()}`));
  await expect(failing).rejects.toThrow('No.');
  await outside;
  expect(order).toEqual(['inserted', 'read 1']);
  await database.transaction((transaction) => transaction.query('insert into note values (3)'));
  expect(await idsOf()).toEqual([1, 3]);
});

it('passes notifications on until the listener ends', async () => {
  const heard: string[] = [];
  const stop = await database.listen('bell', (payload) => void heard.push(payload));
  await database.query("select pg_notify('bell', 'one')");
  await stop();
  await database.query("select pg_notify('bell', 'two')");
  expect(heard).toEqual(['one']);
});

it('copies its files while it is open, with everything until then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-copy-'));
  await createDatabase(join(folder, 'original'), SILENT);
  const original = new EmbeddedDatabase(join(folder, 'original'));
  try {
    await original.exec('create table number (value int); insert into number values (1)');
    await original.copyFiles(join(folder, 'copy'));
    await original.exec('insert into number values (2)');
    const copy = new EmbeddedDatabase(join(folder, 'copy'));
    expect((await copy.query('select value from number')).rows).toEqual([{ value: 1 }]);
    await copy.close();
    await expect(database.copyFiles(join(folder, 'none'))).rejects.toThrow('in memory');
  } finally {
    await original.close();
    await rm(folder, { recursive: true });
  }
});

it('rejects the first call if there is no database in the folder, creates none, and can be closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-empty-'));
  const impossible = new EmbeddedDatabase(folder);
  await expect(impossible.exec('select 1')).rejects.toThrow('There is no database');
  await impossible.close();
  expect(impossible.closed).toBe(true);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

it('rejects all calls when its disk fails, and goes on with what was committed when the disk is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-failing-'));
  const data = join(folder, 'database');
  await createDatabase(data, SILENT);
  const ends: unknown[] = [];
  const failing = new EmbeddedDatabase(data, { onEnd: (reason) => void ends.push(reason) });
  const reopened: string[] = [];
  try {
    await failing.exec('create table number (value int); insert into number values (1)');
    await failing.listen(
      'bell',
      () => undefined,
      () => reopened.push('bell'),
    );
    // Without the folder of its log, PostgreSQL cannot go on, as on a disk that fails.
    await rename(join(data, 'pg_wal'), join(folder, 'pg_wal'));
    const waiting = failing.exec('select pg_switch_wal(); insert into number values (2)');
    await expect(waiting).rejects.toMatchObject({ code: 'database_unavailable' });
    expect(ends).toMatchObject([{ message: expect.stringContaining('PANIC') as string }]);
    const work = failing.transaction(async (transaction) => transaction.query('select 1'));
    await expect(work).rejects.toMatchObject({ code: 'database_unavailable' });
    await expect(failing.reopen()).rejects.toThrow();
    await rename(join(folder, 'pg_wal'), join(data, 'pg_wal'));
    await failing.reopen();
    expect((await failing.query('select value from number')).rows).toEqual([{ value: 1 }]);
    expect(reopened).toEqual(['bell']);
  } finally {
    await failing.close();
    await rm(folder, { recursive: true });
  }
});

it('rejects what comes after it was closed', async () => {
  await Promise.all([database.close(), database.close()]);
  expect(database.closed).toBe(true);
  await expect(database.exec('select 1')).rejects.toMatchObject({ code: 'database_unavailable' });
});
