import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { createSecretBox } from '../../hosting/secret-box.ts';
import { ensureFirstAccount } from '../../store/accounts/accounts.ts';
import { credentialsContext, setCredentials } from '../../store/credentials.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { locateMemory } from '../../store/memory.fixture.ts';
import { checkCredentialsKey } from './check-credentials-key.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase(await locateMemory(), SILENT);
});
afterAll(() => database.close());

test('warns of credentials that were stored with another key', async () => {
  const warn = vi.spyOn(SILENT, 'warn');
  const [own, other] = [1, 2].map((byte) => createSecretBox(Buffer.alloc(32, byte)));
  const check = (box: typeof own) => checkCredentialsKey(database, box!, SILENT);
  await check(other);
  const { v1: owner, stage } = await ensureFirstAccount(database.tables);
  for (const each of [owner, stage]) {
    const sealed = own!.encrypt('{}', credentialsContext('destination', each, 's3'));
    await setCredentials(database.tables, 'destination', 's3', [{ owner: each, sealed }]);
  }
  const access = own!.encrypt('{}', credentialsContext('provider', owner, 'openai'));
  await setCredentials(database.tables, 'provider', 'openai', [
    { owner, sealed: access, addedNames: '[]' },
    { owner: stage, sealed: '', addedNames: '[]' },
  ]);
  await check(own);
  expect(warn).not.toHaveBeenCalled();
  await check(other);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { destinations: 2, providers: 1 },
    expect.stringContaining('Set KINORA_CREDENTIALS_KEY to the key from before on all machines'),
  );
});
