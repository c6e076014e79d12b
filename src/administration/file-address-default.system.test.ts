import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { addAccount, ensureFirstAccount } from '../store/accounts/accounts.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { locateMemory } from '../store/memory.fixture.ts';
import { FILE_ADDRESS_DEFAULT, saveSharedValue } from '../store/shared-values.ts';
import { describeSecondAccount, findFileAddressDefault } from './file-address-default.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase(await locateMemory(), SILENT);
});
afterAll(() => database.close());

describe.each([
  ['new', 'by accounts', true, 'From the next start on, the addresses of files are signed'],
  ['old', 'public', false, 'The addresses of files stay public'],
])('an installation that is %s', (_age, recorded, isNew, notice) => {
  beforeEach(async () => {
    await database.tables.deleteFrom('owner').execute();
    await database.tables.deleteFrom('account').execute();
    await saveSharedValue(database.tables, FILE_ADDRESS_DEFAULT, recorded);
    await ensureFirstAccount(database.tables);
  });

  it('has public addresses with one account, and says nothing', async () => {
    expect(await findFileAddressDefault(database.tables)).toEqual({ isNew, signed: false });
    expect(await describeSecondAccount(database.tables, undefined)).toBeUndefined();
  });

  it('says what the second account changes, unless the setting decides', async () => {
    await addAccount(database.tables, 'second');
    expect(await findFileAddressDefault(database.tables)).toEqual({ isNew, signed: isNew });
    const said = await describeSecondAccount(database.tables, undefined);
    expect(said).toContain(notice);
    expect(said).toMatch(/KINORA_FILES=public.*KINORA_FILES=signed|KINORA_FILES=signed.*KINORA_FILES=public/);
    expect(await describeSecondAccount(database.tables, true)).toBeUndefined();
    expect(await describeSecondAccount(database.tables, false)).toBeUndefined();
    await addAccount(database.tables, 'third');
    expect(await describeSecondAccount(database.tables, undefined)).toBeUndefined();
  });
});

it('a database without the record counts as old', async () => {
  await database.tables.deleteFrom('agreement').execute();
  await addAccount(database.tables, 'another');
  expect(await findFileAddressDefault(database.tables)).toEqual({ isNew: false, signed: false });
});
