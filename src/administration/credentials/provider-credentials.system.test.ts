import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { SILENT } from '../../base/logger.ts';
import { createDatabaseDirectory } from '../../generation/directory/provider-directories.ts';
import { createSecretBox } from '../../hosting/secret-box.ts';
import type { AdminInput } from '../../operations/admin-operations.ts';
import { ensureFirstAccount, type Owners } from '../../store/accounts/accounts.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { locateMemory } from '../../store/memory.fixture.ts';
import { createCredentialOperations } from './credential-operations.ts';

const secretBox = createSecretBox(Buffer.alloc(32));
const NONE = { models: [], voices: [], avatars: [] };

let database: Database;
let owners: Owners;
beforeAll(async () => {
  database = await openDatabase(await locateMemory(), SILENT);
  owners = await ensureFirstAccount(database.tables);
});
beforeEach(async () => {
  await database.tables.deleteFrom('provider').execute();
  await database.tables.deleteFrom('default_provider').execute();
});
afterAll(() => database.close());

function operationsWith(services = {}) {
  const first = { id: '', name: 'first', share: 1, created: new Date(), owners };
  const { setCredentials, listCredentials, removeCredentials, setDefaultProvider } =
    createCredentialOperations(
      { tables: database.tables, openSecretBox: () => Promise.resolve(secretBox), services },
      () => Promise.resolve(first),
    );
  const kind = 'provider';
  return {
    setProvider: (input: Omit<AdminInput<'setCredentials'>, 'kind'>) => setCredentials({ kind, ...input }),
    listProviders: (input: { readonly account?: string }) => listCredentials({ kind, ...input }),
    removeProvider: (input: { readonly name: string }) => removeCredentials({ kind, ...input }),
    setDefaultProvider,
  };
}

const accessOf = async (name: 'openai' | 'heygen', owner = owners.v1) => {
  const type = name === 'openai' ? 'text-generator' : 'text-to-avatar';
  const directory = createDatabaseDirectory(database.tables, secretBox, {});
  const maker = await directory.find(owner, { provider: name, type });
  return maker?.kind === 'service' ? maker.access : undefined;
};

describe('setting a provider', () => {
  test('stores its access encrypted, for both stages by default', async () => {
    const { setProvider, listProviders } = operationsWith();
    const credentials = { key: 'hidden', url: 'http://gpu:8000/', model: 'gpt-4' };
    const set = await setProvider({ name: 'openai', credentials, addedNames: { models: ['gpt-9'] } });
    expect(set).toEqual({ account: 'first', stages: ['v1', 'stage'] });
    expect(await accessOf('openai')).toEqual({ key: 'hidden', url: 'http://gpu:8000', model: 'gpt-4' });
    const rows = await database.tables.selectFrom('provider').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('hidden');
    const listed = await listProviders({});
    expect(listed).toMatchObject({
      stored: [
        { account: 'first', stage: 'stage', name: 'openai', addedNames: { ...NONE, models: ['gpt-9'] } },
        { account: 'first', stage: 'v1', name: 'openai' },
      ],
      defaults: [],
      fromSettings: [],
    });
    expect(JSON.stringify(listed)).not.toMatch(/hidden|gpu/);
  });

  test('keeps the added names with a new key, and the key with new names', async () => {
    const { setProvider, listProviders } = operationsWith();
    const of = { name: 'heygen', stage: 'v1' } as const;
    await setProvider({
      ...of,
      credentials: { key: 'a' },
      addedNames: { voices: ['Una'], avatars: ['Ada'] },
    });
    await setProvider({ ...of, credentials: { key: 'b' }, addedNames: {} });
    await setProvider({ ...of, addedNames: { avatars: ['Bob', 'Cy'] } });
    expect(await accessOf('heygen')).toEqual({ key: 'b' });
    expect(await accessOf('heygen', owners.stage)).toBeUndefined();
    const [row] = (await listProviders({})).stored;
    expect(row?.addedNames).toEqual({ models: [], voices: ['Una'], avatars: ['Bob', 'Cy'] });
  });

  test('adds names without a stored key only if the settings have one', async () => {
    const names = { name: 'openai', addedNames: { models: ['gpt-9'] } };
    expect(await failureOf(operationsWith().setProvider(names))).toMatch(/no credentials for openai yet/);
    const { setProvider, listProviders } = operationsWith({ openai: { key: 'a' } });
    await setProvider(names);
    const { stored, fromSettings } = await listProviders({});
    expect([stored.length, fromSettings]).toEqual([2, ['openai']]);
  });

  test.each<[string, object, object, RegExp]>([
    ['midjourney', { key: 'a' }, {}, /"midjourney" is unknown. Use one of openai, stability-ai, /],
    ['openai', {}, {}, /not valid: key must be the API key/],
    ['openai', { key: 'a hidden', url: 'hidden' }, {}, /key must be .*, url must be the http or https URL/],
    ['openai', { key: 'a', password: 'hidden' }, {}, /password is unknown/],
    [
      'openai',
      { key: 'a' },
      { voices: ['hidden'] },
      /No request names voices of openai. Names can be added to its models/,
    ],
    [
      'fal',
      { key: 'a' },
      { models: ['x'] },
      /No request names models of fal. Set its model in its credentials/,
    ],
    ['heygen', { key: 'a' }, { voices: ['x\ny'] }, /voices must have 1 to 200 characters/],
    ['heygen', { key: 'a' }, { voices: Array(201).fill('x') }, /At most 200 voices/],
  ])('rejects %s with wrong credentials or names', async (name, credentials, addedNames, expected) => {
    const given = { name, credentials: { ...credentials }, addedNames };
    const failure = await failureOf(operationsWith().setProvider(given));
    expect(failure).toMatch(expected);
    expect(failure).not.toContain('hidden');
    expect((await operationsWith().listProviders({})).stored).toEqual([]);
  });
});

describe('setting a default', () => {
  test('needs credentials, and holds until it is removed', async () => {
    const { setProvider, setDefaultProvider, listProviders } = operationsWith();
    const image = { type: 'text-to-image', name: 'openai' };
    expect(await failureOf(setDefaultProvider(image))).toMatch(
      /^not_found: .* has no credentials for openai/,
    );
    await setProvider({ name: 'openai', stage: 'v1', credentials: { key: 'a' }, addedNames: {} });
    expect(await failureOf(setDefaultProvider(image))).toMatch(/^not_found: /);
    expect(await setDefaultProvider({ ...image, stage: 'v1' })).toEqual({ account: 'first', stages: ['v1'] });
    const chosen = { account: 'first', stage: 'v1', ...image };
    expect((await listProviders({ account: 'first' })).defaults).toEqual([chosen]);
    await setDefaultProvider({ ...image, name: 'built-in' });
    expect((await listProviders({})).defaults).toEqual([]);
  });

  test('can choose a service of the settings', async () => {
    const { setDefaultProvider, listProviders } = operationsWith({ fal: { key: 'a' } });
    await setDefaultProvider({ type: 'image-to-video', name: 'fal' });
    expect((await listProviders({})).defaults).toHaveLength(2);
  });

  test.each([
    ['text-to-speech', 'elevenlabs', /no default provider for the type "text-to-speech"/],
    ['text-generator', 'fal', /fal cannot generate the type text-generator. Use one of openai, built-in/],
    ['text-to-image', 'nobody', /"nobody" is unknown/],
  ])('rejects %s by %s', async (type, name, expected) => {
    const failure = await failureOf(operationsWith({ fal: { key: 'a' } }).setDefaultProvider({ type, name }));
    expect(failure).toMatch(expected);
  });
});

test('removing a provider removes the defaults that need it', async () => {
  const { setProvider, setDefaultProvider, removeProvider, listProviders } = operationsWith();
  await setProvider({ name: 'fal', credentials: { key: 'a' }, addedNames: {} });
  await setDefaultProvider({ type: 'text-to-image', name: 'fal' });
  await setDefaultProvider({ type: 'image-to-video', name: 'fal', stage: 'v1' });
  const { removedDefaults } = await removeProvider({ name: 'fal' });
  expect(removedDefaults.toSorted()).toEqual(['image-to-video', 'text-to-image']);
  expect(await listProviders({})).toEqual({ stored: [], defaults: [], fromSettings: [] });
  expect(await failureOf(removeProvider({ name: 'fal' }))).toMatch(/^not_found: /);
});
