import { expect, test } from 'vitest';
import { failed } from '../base/failed.fixture.ts';
import { SILENT } from '../base/log.ts';
import { sealWith } from '../hosting/seal.ts';
import { openDatabase } from '../store/database.ts';
import { firstAccount } from '../store/accounts.ts';
import { destinationsOn } from './administer-destinations.ts';

test('credentials are set as their destination needs them: those that change when they are used for one stage at a time', async () => {
  const database = await openDatabase({ kind: 'embedded', folder: undefined }, SILENT);
  try {
    const owners = await firstAccount(database.tables);
    const first = { id: '', name: 'first', created: new Date(), owners };
    const { setDestination, listDestinations, destinationFields } = destinationsOn(
      database.tables,
      sealWith(Buffer.alloc(32)),
      () => Promise.resolve(first),
    );
    const credentials = { clientKey: 'a', clientSecret: 'b', refreshToken: 'c' };
    const tiktok = { provider: 'tiktok', account: 'first', credentials };
    expect(await failed(setDestination(tiktok))).toMatch(/^validation_failed: .* each stage needs its own/);
    expect(await setDestination({ ...tiktok, stage: 'v1' })).toEqual({ account: 'first', stages: ['v1'] });
    expect(await listDestinations({})).toMatchObject([{ provider: 'tiktok', stage: 'v1' }]);
    const azure = { provider: 'azure-blob-storage', account: 'first', credentials: { sasToken: 'sig=a' } };
    expect(await failed(setDestination(azure))).toContain('A sasToken needs the accountName that it is for');
    const fields = await destinationFields({ provider: 'tiktok' });
    expect(fields.map(({ name }) => name)).toEqual(['clientKey', 'clientSecret', 'refreshToken', 'endpoint']);
  } finally {
    await database.close();
  }
});
