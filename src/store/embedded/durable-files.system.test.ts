import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, it, vi } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { createDatabase } from '../../home/prepared-database.ts';
import { durableOptions } from './durable-files.ts';

const synced = vi.spyOn(fs, 'fsyncSync');
syncBuiltinESMExports();
afterAll(() => {
  synced.mockRestore();
  syncBuiltinESMExports();
});

it('syncs each commit, each checkpoint, and nothing for a query', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-durable-'));
  await createDatabase(join(folder, 'database'), SILENT);
  const database = await PGlite.create(durableOptions(join(folder, 'database')));
  const syncsOf = async (text: string): Promise<number> => {
    synced.mockClear();
    await database.exec(text);
    return synced.mock.calls.length;
  };
  expect(await syncsOf('create table number (value int)')).toBeGreaterThan(0);
  expect(await syncsOf('insert into number values (1)')).toBe(1);
  expect(await syncsOf('begin; insert into number values (2); insert into number values (3); commit')).toBe(
    1,
  );
  expect(await syncsOf('select * from number')).toBe(0);
  expect(await syncsOf('checkpoint')).toBeGreaterThan(3);
  await database.close();
  await rm(folder, { recursive: true });
});
