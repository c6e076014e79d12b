import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { expect, it, vi } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { openDatabase } from '../store/database.ts';
import { locateMemory } from '../store/memory.fixture.ts';
import { openQueue } from './queue.ts';

it('closes what is open if the lease of the worker cannot be written', async () => {
  const database = await openDatabase(await locateMemory(), SILENT);
  await sql`alter table worker rename column seen to unseen`.execute(database.tables);
  const stop = vi.spyOn(PgBoss.prototype, 'stop');
  const error = vi.fn();
  await expect(openQueue(database, { log: { ...SILENT, error } })).rejects.toThrow('seen');
  expect(stop).toHaveBeenCalledTimes(1);
  await database.close();
  expect(error).not.toHaveBeenCalled();
});
