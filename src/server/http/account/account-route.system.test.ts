import { afterAll, beforeAll, expect, it } from 'vitest';
import { KinoraError } from '../../../base/errors.ts';
import type { ProviderDirectory } from '../../../generation/provider-directory.ts';
import { addAccount, findAccounts } from '../../../store/accounts/accounts.ts';
import { setCredentials } from '../../../store/credentials.ts';
import { addKey } from '../../../store/accounts/keys.ts';
import { buildServer } from '../app.ts';
import type { ServerParts } from '../server-parts.ts';
import { KEYS, NO_SERVICES, openTestServer, type TestServer } from '../server.fixture.ts';

interface ShownAccount {
  readonly dialect: string;
  readonly limits: Record<string, unknown>;
  readonly generation: readonly {
    type: string;
    maker: string | null;
    services: { name: string; ready: boolean }[];
  }[];
  readonly destinations: readonly { provider: string; ready: boolean }[];
}

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Asks for the account, with the environment, other headers, and other settings of the server. */
async function answerOf({ version = 'v1', headers = {}, settings = {} }: Question = {}) {
  const app = await buildServer({ ...server.parts, ...settings });
  const key = KEYS[version];
  const url = `/edit/${version}/account`;
  const answer = await app.inject({ url, headers: { 'x-api-key': key, ...headers } });
  await app.close();
  expect(answer.statusCode).toBe(200);
  return answer;
}

interface Question {
  readonly version?: 'v1' | 'stage';
  readonly headers?: Record<string, string>;
  readonly settings?: Partial<ServerParts>;
}

async function ask(question?: Question): Promise<ShownAccount> {
  return (await answerOf(question)).json<{ response: ShownAccount }>().response;
}

it('says what the key of the request may do', async () => {
  const { parts, owners } = server;
  const key = 'a-key-that-only-reads-and-has-a-dialect';
  await addKey(parts.database.tables, { owner: owners.stage, key, scope: 'read', dialect: 'shotstack' });
  expect(await ask()).toMatchObject({
    owner: owners.v1,
    environment: 'v1',
    watermark: false,
    scope: 'full',
    dialect: 'interface',
    transcription: true,
  });
  expect(await ask({ version: 'stage', headers: { 'x-api-key': key } })).toMatchObject({
    owner: owners.stage,
    environment: 'stage',
    watermark: true,
    scope: 'read',
    dialect: 'shotstack',
  });
  expect((await ask({ headers: { 'x-kinora-dialect': 'shotstack' } })).dialect).toBe('shotstack');
});

it('tells the limits that count for the key', async () => {
  const answer = await answerOf({
    version: 'stage',
    settings: {
      rateLimits: 2,
      quotas: { storedBytes: 1000, sources: 5, edits: 40, waitingRenders: undefined, dailyMinutes: 0 },
      keep: { renders: 86_400_000, files: undefined, sources: undefined, edits: undefined },
    },
  });
  const { limits } = answer.json<{ response: ShownAccount }>().response;
  expect(limits).toMatchObject({
    requests: { edit: { changes: 300, reads: 3000 }, serve: { changes: 600, reads: 6000 } },
    edit: { bytes: 10_485_760, clips: 10_000, seconds: 43_200, outputs: 10, pixels: 4096 },
    ingest: { bytes: 100_000_000, seconds: 43_200, pixels: 16_384, uploadSeconds: 3600 },
    quotas: { storedBytes: 1000, sources: 5, edits: 40, waitingRenders: null, dailyMinutes: 0 },
    keep: { renders: 86_400, files: null, sources: null, edits: null },
  });
  // The limit that really counts.
  expect(answer.headers['ratelimit-limit']).toBe('3000');
});

it('says that there are no limits', async () => {
  expect((await ask()).limits).toMatchObject({
    requests: null,
    quotas: { storedBytes: null, sources: null, edits: null, waitingRenders: null, dailyMinutes: null },
  });
});

it('says who can generate media, without a service', async () => {
  const { generation } = await ask();
  expect(generation.map(({ type, maker }) => [type, maker])).toEqual([
    ['text-to-speech', 'kinora'],
    ['text-to-image', null],
    ['image-to-video', 'kinora'],
    ['text-to-avatar', null],
    ['text-generator', null],
    ['text-to-video', null],
    ['text-to-music', null],
  ]);
  expect(generation[1]?.services.map(({ name }) => name)).toEqual([
    'openai',
    'stability-ai',
    'fal',
    'replicate',
  ]);
});

it('counts credentials that nobody can decrypt as missing, and shows no key', async () => {
  const providers: ProviderDirectory = {
    ...NO_SERVICES,
    find: (_owner, { provider, type }) => {
      if (provider === 'stability-ai') throw new KinoraError('no_credentials', 'Store them again.');
      if (type !== 'text-to-image' || provider === 'openai') return Promise.resolve(undefined);
      return Promise.resolve({ kind: 'service', name: 'fal', access: { key: 'secret-of-fal' } });
    },
  };
  const answer = await answerOf({ settings: { providers } });
  for (const secret of ['secret-of-fal', ...Object.values(KEYS)]) expect(answer.body).not.toContain(secret);
  expect(answer.json<{ response: ShownAccount }>().response.generation[1]).toEqual({
    type: 'text-to-image',
    maker: 'fal',
    services: [
      { name: 'openai', ready: false },
      { name: 'stability-ai', ready: false },
      { name: 'fal', ready: true },
      { name: 'replicate', ready: true },
    ],
  });
});

it('says for which destinations the account itself has credentials', async () => {
  const { parts, owners } = server;
  const { tables } = parts.database;
  await addAccount(tables, 'acme');
  const [acme] = await findAccounts(tables, 'acme');
  await setCredentials(tables, 'destination', 's3', [{ owner: owners.v1, sealed: 'sealed-bytes' }]);
  await setCredentials(tables, 'destination', 'mux', [{ owner: acme!.owners.v1, sealed: 'other-bytes' }]);
  const { destinations } = await ask();
  expect(destinations.map(({ provider }) => provider)).toEqual([
    ...['s3', 'mux', 'google-cloud-storage', 'google-drive', 'vimeo', 'tiktok', 'akamai-netstorage'],
    'azure-blob-storage',
  ]);
  expect(destinations.filter(({ ready }) => ready)).toEqual([{ provider: 's3', ready: true }]);
});
