import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SILENT } from '../../../base/logger.ts';
import { type Database, openDatabase } from '../../../store/database.ts';
import { locateMemory } from '../../../store/memory.fixture.ts';
import { createTusLocker } from './tus-locker.ts';

const NEVER = new AbortController().signal;

let database: Database;
beforeAll(async () => {
  database = await openDatabase(await locateMemory(), SILENT);
});
afterAll(() => database.close());

const openLocker = () => createTusLocker(database, SILENT);

it('a lock has one holder on all servers, who learns that another request waits', async () => {
  const id = randomUUID();
  const events: string[] = [];
  const first = openLocker().newLock(id);
  await first.lock(NEVER, () => void events.push('asked'));
  const second = openLocker().newLock(id);
  const waiting = second.lock(NEVER, () => undefined).then(() => events.push('taken'));
  await expect.poll(() => events).toContain('asked');
  expect(events).not.toContain('taken');
  await first.unlock();
  await waiting;
  await second.unlock();
  const third = openLocker().newLock(id);
  await third.lock(NEVER, () => undefined);
  await third.unlock();
});

it('locks of different uploads are independent', async () => {
  const locks = [randomUUID(), randomUUID()].map((id) => openLocker().newLock(id));
  for (const lock of locks) await lock.lock(NEVER, () => undefined);
  for (const lock of locks) await lock.unlock();
});

it('the lock of a dead server ends', async () => {
  const id = randomUUID();
  const expires = new Date(Date.now() - 1000);
  await database.tables.insertInto('upload_lock').values({ id, holder: randomUUID(), expires }).execute();
  const lock = openLocker().newLock(id);
  await lock.lock(NEVER, () => undefined);
  await lock.unlock();
});

it('a holder whose lock was taken from it stops', async () => {
  const id = randomUUID();
  const stop = vi.fn();
  const lock = openLocker().newLock(id);
  await lock.lock(NEVER, stop);
  const holder = randomUUID();
  await database.tables.updateTable('upload_lock').set({ holder }).where('id', '=', id).execute();
  await expect.poll(() => stop).toHaveBeenCalled();
  await lock.unlock();
  const kept = await database.tables
    .selectFrom('upload_lock')
    .select('holder')
    .where('id', '=', id)
    .execute();
  expect(kept).toEqual([{ holder }]);
});

it('a request that has ended does not wait for a lock', async () => {
  const id = randomUUID();
  const lock = openLocker().newLock(id);
  await lock.lock(NEVER, () => undefined);
  const waiting = openLocker()
    .newLock(id)
    .lock(AbortSignal.abort(), () => undefined);
  await expect(waiting).rejects.toMatchObject({ code: 'limit_reached' });
  await lock.unlock();
});

it('survives a database that is away when it frees a lock', async () => {
  const id = randomUUID();
  const failures: unknown[] = [];
  const retryUntilAvailable: Database['retryUntilAvailable'] = async (work, options) => {
    expect(options?.limitMs).toBeLessThan(10_000);
    await work();
    throw new Error('Connection terminated unexpectedly');
  };
  const log = { ...SILENT, warn: (fields: unknown) => failures.push(fields) };
  const lock = createTusLocker({ tables: database.tables, retryUntilAvailable }, log).newLock(id);
  await lock.lock(NEVER, () => undefined);
  await lock.unlock();
  expect(failures).toHaveLength(1);
});
