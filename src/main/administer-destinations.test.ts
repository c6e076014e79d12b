import { afterAll, beforeAll, expect, test } from 'vitest';
import { failed } from '../base/failed.fixture.ts';
import { SILENT } from '../base/log.ts';
import { sealWith } from '../hosting/seal.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { firstAccount } from '../store/accounts.ts';
import { destinationsOn } from './administer-destinations.ts';

let database: Database;
let destinations: ReturnType<typeof destinationsOn>;
beforeAll(async () => {
  database = await openDatabase({ kind: 'embedded', folder: undefined }, SILENT);
  const owners = await firstAccount(database.tables);
  const first = { id: '', name: 'first', created: new Date(), owners };
  destinations = destinationsOn(database.tables, sealWith(Buffer.alloc(32)), () => Promise.resolve(first));
});
afterAll(() => database.close());

test('credentials that change when they are used are set for one stage at a time', async () => {
  const { setDestination, listDestinations, destinationFields } = destinations;
  const credentials = { clientKey: 'a', clientSecret: 'b', refreshToken: 'c' };
  const tiktok = { provider: 'tiktok', account: 'first', credentials };
  expect(await failed(setDestination(tiktok))).toMatch(/^validation_failed: .* each stage needs its own/);
  expect(await setDestination({ ...tiktok, stage: 'v1' })).toEqual({ account: 'first', stages: ['v1'] });
  expect(await listDestinations({})).toMatchObject([{ provider: 'tiktok', stage: 'v1' }]);
  const fields = await destinationFields({ provider: 'tiktok' });
  expect(fields.map(({ name }) => name)).toEqual(['clientKey', 'clientSecret', 'refreshToken', 'endpoint']);
});

test.each<[string, object, RegExp]>([
  ['google-drive', {}, /not right: they need serviceAccount, or clientId, clientSecret and refreshToken/],
  ['azure-blob-storage', {}, /not right: they need accountKey or sasToken/],
  ['azure-blob-storage', { sasToken: 'sig=a' }, /: a sasToken needs the accountName that it is for/],
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
  'credentials for %s that are wrong are told with what would be right: %j',
  async (provider, given, said) => {
    const credentials = { ...given };
    const sentence = await failed(destinations.setDestination({ provider, account: 'first', credentials }));
    expect(sentence).toMatch(said);
    expect(sentence).not.toContain('hidden');
  },
);
