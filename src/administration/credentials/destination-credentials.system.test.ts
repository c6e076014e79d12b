import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { SILENT } from '../../base/logger.ts';
import { createSecretBox } from '../../hosting/secret-box.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { locateMemory } from '../../store/memory.fixture.ts';
import { ensureFirstAccount } from '../../store/accounts/accounts.ts';
import { createCredentialOperations } from './credential-operations.ts';

let database: Database;
let destinations: ReturnType<typeof createCredentialOperations>;
beforeAll(async () => {
  database = await openDatabase(await locateMemory(), SILENT);
  const owners = await ensureFirstAccount(database.tables);
  const first = { id: '', name: 'first', share: 1, created: new Date(), owners };
  const box = createSecretBox(Buffer.alloc(32));
  const parts = { tables: database.tables, openSecretBox: () => Promise.resolve(box), services: {} };
  destinations = createCredentialOperations(parts, () => Promise.resolve(first));
});
afterAll(() => database.close());

test('sets credentials that change with each use for one stage at a time', async () => {
  const { setCredentials, listCredentials, destinationFields } = destinations;
  const credentials = { clientKey: 'a', clientSecret: 'b', refreshToken: 'c' };
  const tiktok = { kind: 'destination' as const, name: 'tiktok', account: 'first', credentials };
  expect(await failureOf(setCredentials(tiktok))).toMatch(/^validation_failed: .* each stage needs its own/);
  expect(await setCredentials({ ...tiktok, stage: 'v1' })).toEqual({ account: 'first', stages: ['v1'] });
  const { stored } = await listCredentials({ kind: 'destination' });
  expect(stored).toMatchObject([{ name: 'tiktok', stage: 'v1' }]);
  const fields = await destinationFields({ name: 'tiktok' });
  expect(fields.map(({ name }) => name)).toEqual(['clientKey', 'clientSecret', 'refreshToken', 'endpoint']);
});

test.each<[string, object, RegExp]>([
  ['google-drive', {}, /not valid: set either serviceAccount, or clientId, clientSecret and refreshToken/],
  ['azure-blob-storage', {}, /not valid: set either accountKey or sasToken/],
  ['azure-blob-storage', { sasToken: 'sig=a' }, /: sasToken needs accountName or endpoint/],
  ['azure-blob-storage', { accountKey: '?' }, /accountKey must be base64/],
  ['s3', { accessKeyId: '' }, /accessKeyId must not be empty, secretAccessKey is missing/],
  [
    's3',
    { accessKeyId: 'a', secretAccessKey: 'b', endpoint: '127.0.0.1:3973', pathStyle: 'yes' },
    /endpoint must be an address that begins with http:\/\/ or https:\/\/, pathStyle must be true or false/,
  ],
  [
    's3',
    { accessKeyId: 'a', secretAccessKey: 'b', endpoint: 'https://u:hidden@host' },
    /endpoint must have no user, password, query or fragment/,
  ],
])(
  'rejects wrong credentials for %s with a description of valid ones: %j',
  async (provider, given, expected) => {
    const credentials = { ...given };
    const sentence = await failureOf(
      destinations.setCredentials({ kind: 'destination', name: provider, account: 'first', credentials }),
    );
    expect(sentence).toMatch(expected);
    expect(sentence).not.toContain('hidden');
  },
);
