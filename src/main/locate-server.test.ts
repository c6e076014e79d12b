import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEY_FILE } from '../home/home-secrets.ts';
import { locateHome } from '../home/home.ts';
import { locateServer } from './locate-server.ts';
import { readSettings } from './settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-locate-'));
});
afterEach(() => rm(folder, { recursive: true }));

const locate = (environment: Record<string, string>, stage: 'v1' | 'stage' = 'v1') =>
  locateServer(readSettings({ KINORA_HOME: folder, ...environment }, folder), stage);

test('the server of this machine has the address and the keys that it listens with', async () => {
  const keys = await KEY_FILE.load(locateHome(folder));
  expect(await locate({ HOST: '0.0.0.0', PORT: '8080' }, 'stage')).toEqual({
    url: 'http://localhost:8080',
    key: keys.stage,
    uploads: join(folder, 'uploads'),
  });
  expect(await locate({ KINORA_KEYS: 'v1:one,stage:two' })).toMatchObject({
    url: 'http://127.0.0.1:3000',
    key: 'one',
  });
});

test('the settings name another server', async () => {
  const settings = { KINORA_URL: 'https://media.example/', KINORA_KEY: 'the-key' };
  expect(await locate(settings, 'stage')).toMatchObject({ url: 'https://media.example', key: 'the-key' });
});

test('without a key there is none, and nothing is created', async () => {
  expect((await locate({})).key).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});
