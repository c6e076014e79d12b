import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { SILENT } from '../../base/logger.ts';
import type { OutsideProvider } from '../../create/model.ts';
import { createSecretBox } from '../../hosting/secret-box.ts';
import { ensureFirstAccount, type Owners } from '../../store/accounts/accounts.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { locateMemory } from '../../store/memory.fixture.ts';
import { setDefaultProviders } from '../../store/generation/default-providers.ts';
import { credentialsContext, setCredentials } from '../../store/credentials.ts';
import type { ProviderDirectory } from '../provider-directory.ts';
import { createDatabaseDirectory, createSettingsDirectory } from './provider-directories.ts';

const BOX = createSecretBox(Buffer.alloc(32, 1));
const NO_NAMES = { models: [], voices: [], avatars: [] };

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

async function store(name: OutsideProvider, key: string, addedNames: object = {}): Promise<void> {
  const owner = owners.v1;
  const sealed =
    key === '' ? '' : BOX.encrypt(JSON.stringify({ key }), credentialsContext('provider', owner, name));
  await setCredentials(database.tables, 'provider', name, [
    { owner, sealed, addedNames: JSON.stringify(addedNames) },
  ]);
}

const directoryWith = (services = {}) => createDatabaseDirectory(database.tables, BOX, services);

/** The maker as `built-in`, or as the name and the key of its service. */
async function makerOf(
  directory: ProviderDirectory,
  provider: Parameters<ProviderDirectory['find']>[1]['provider'],
  type: Parameters<ProviderDirectory['find']>[1]['type'],
  owner = owners.v1,
): Promise<string | undefined> {
  const maker = await directory.find(owner, { provider, type });
  return maker?.kind === 'service' ? `${maker.name} ${maker.access.key}` : maker?.kind;
}

describe('the directory of a machine without a database', () => {
  test('finds the services of the settings', async () => {
    const directory = createSettingsDirectory({ openai: { key: 'a' }, fal: { key: 'b' } });
    expect(await makerOf(directory, 'openai', 'text-generator')).toBe('openai a');
    expect(await makerOf(directory, 'fal', 'image-to-video')).toBe('fal b');
    expect(await makerOf(directory, 'elevenlabs', 'text-to-speech')).toBeUndefined();
    expect(await directory.addedNames('local')).toEqual({});
  });

  test('lets Kinora make what it can, and the first service the rest', async () => {
    const directory = createSettingsDirectory({ replicate: { key: 'b' }, 'stability-ai': { key: 'a' } });
    expect(await makerOf(directory, 'shotstack', 'text-to-speech')).toBe('built-in');
    expect(await makerOf(directory, 'kinora', 'image-to-video')).toBe('built-in');
    expect(await makerOf(directory, 'shotstack', 'text-to-image')).toBe('stability-ai a');
    expect(await makerOf(directory, 'shotstack', 'text-generator')).toBeUndefined();
  });
});

describe('the directory of a database', () => {
  test('finds only the services of the owner', async () => {
    await store('openai', 'mine');
    expect(await makerOf(directoryWith(), 'openai', 'text-to-image')).toBe('openai mine');
    expect(await makerOf(directoryWith(), 'kinora', 'text-to-image')).toBe('openai mine');
    expect(await makerOf(directoryWith(), 'openai', 'text-to-image', owners.stage)).toBeUndefined();
    expect(await makerOf(directoryWith(), 'kinora', 'text-to-image', owners.stage)).toBeUndefined();
  });

  test('prefers the key of the owner to that of the settings', async () => {
    await store('openai', 'mine');
    const directory = directoryWith({ openai: { key: 'ours' } });
    expect(await makerOf(directory, 'openai', 'text-generator')).toBe('openai mine');
    expect(await makerOf(directory, 'openai', 'text-generator', owners.stage)).toBe('openai ours');
  });

  test('uses the key of the settings if the owner has stored only names', async () => {
    await store('openai', '', { models: ['gpt-9'] });
    expect(await makerOf(directoryWith(), 'openai', 'text-generator')).toBeUndefined();
    const directory = directoryWith({ openai: { key: 'ours' } });
    expect(await makerOf(directory, 'openai', 'text-generator')).toBe('openai ours');
    expect(await directory.addedNames(owners.v1)).toEqual({ openai: { ...NO_NAMES, models: ['gpt-9'] } });
    expect(await directory.addedNames(owners.stage)).toEqual({});
  });

  test('lets the default stand for the built-in provider, but not for others', async () => {
    await store('openai', 'a');
    await store('replicate', 'b');
    await setDefaultProviders(database.tables, [owners.v1], { type: 'text-to-image', name: 'replicate' });
    await setDefaultProviders(database.tables, [owners.v1], { type: 'image-to-video', name: 'replicate' });
    const directory = directoryWith();
    expect(await makerOf(directory, 'shotstack', 'text-to-image')).toBe('replicate b');
    expect(await makerOf(directory, 'shotstack', 'image-to-video')).toBe('replicate b');
    expect(await makerOf(directory, 'openai', 'text-to-image')).toBe('openai a');
    expect(await makerOf(directory, 'shotstack', 'text-to-speech')).toBe('built-in');
  });

  test('does not replace a default without credentials by another service', async () => {
    await store('openai', 'a');
    await setDefaultProviders(database.tables, [owners.v1], { type: 'text-to-image', name: 'fal' });
    expect(await makerOf(directoryWith(), 'shotstack', 'text-to-image')).toBeUndefined();
    expect(await makerOf(directoryWith({ fal: { key: 'c' } }), 'shotstack', 'text-to-image')).toBe('fal c');
  });

  test('reports credentials that were sealed with another key, or for another owner', async () => {
    await store('openai', 'secret');
    const other = createDatabaseDirectory(database.tables, createSecretBox(Buffer.alloc(32, 2)), {});
    const failure = await failureOf(other.find(owners.v1, { provider: 'openai', type: 'text-generator' }));
    expect(failure).toMatch(
      /^no_credentials: .* openai .*KINORA_CREDENTIALS_KEY.*kinora providers set openai/,
    );
    expect(failure).not.toContain('secret');
    await database.tables.updateTable('provider').set({ owner: owners.stage }).execute();
    const moved = directoryWith().find(owners.stage, { provider: 'openai', type: 'text-generator' });
    expect(await failureOf(moved)).toMatch(/^no_credentials: /);
  });
});
