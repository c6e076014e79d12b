import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SILENT } from '../base/logger.ts';
import type { FileAddressConfig } from '../hosting/addresses/file-addresses.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { locateMemory } from '../store/memory.fixture.ts';
import { compareFileAddresses } from './compare-file-addresses.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase(await locateMemory(), SILENT);
});
afterAll(() => database.close());

const SERVER: FileAddressConfig = {
  publicUrl: () => 'https://media.example',
  cdnUrl: undefined,
  secret: 'a secret',
};

test('warns if a worker creates other addresses than the server', async () => {
  const warn = vi.spyOn(SILENT, 'warn');
  const worker = (config: Partial<FileAddressConfig> = {}) =>
    compareFileAddresses(database, { ...SERVER, ...config }, { isServer: false, log: SILENT });
  await worker();
  await compareFileAddresses(database, SERVER, { isServer: true, log: SILENT });
  await worker();
  expect(warn).not.toHaveBeenCalled();
  for (const other of [
    { publicUrl: () => 'http://localhost:3000' },
    { cdnUrl: 'https://cdn.example' },
    { secret: undefined },
    { secret: 'another' },
  ])
    await worker(other);
  expect(warn).toHaveBeenCalledTimes(4);
});
