import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { locateMemory } from '../store/memory.fixture.ts';
import { openDatabaseLedger } from './database-ledger.ts';

it('records a stored result although its file is gone when the database is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-ledger-'));
  const database = await openDatabase(await locateMemory(), SILENT);
  const { tables } = database;
  const storage = await openDiskStorage(join(folder, 'files'));
  const path = join(folder, 'speech.mp3');
  await writeFile(path, 'a paid speech');
  const retryUntilAvailable: Database['retryUntilAvailable'] = async (work) => {
    await rm(path);
    return await work();
  };
  const ledger = openDatabaseLedger({ database: { tables, retryUntilAvailable }, storage, log: SILENT });
  const key = { owner: (await ensureFirstAccount(tables)).v1, recipe: 'a' };
  const held = (await ledger.take(key, 'elevenlabs'))!;
  await held.keep({ path, extension: '.mp3', words: undefined, warnings: [] });
  await held[Symbol.asyncDispose]();
  expect(await ledger.load(key, folder)).toMatchObject({ extension: '.mp3' });
  await storage.close();
  await database.close();
  await rm(folder, { recursive: true });
});
