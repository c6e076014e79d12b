import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { createAgentEndpoint } from '../../agents/agent-endpoint.ts';
import { ENOUGH_SPACE } from '../../base/disk/enough-space.fixture.ts';
import { SILENT } from '../../base/logger.ts';
import { isBuiltIn, KINORA_ITSELF } from '../../create/model.ts';
import { BUILT_IN_TYPES, type ProviderDirectory } from '../../generation/provider-directory.ts';
import { openDiskStorage } from '../../hosting/disk-storage.ts';
import { createFileAddresses } from '../../hosting/addresses/file-addresses.ts';
import { createUploadAddresses } from '../../hosting/addresses/upload-addresses.ts';
import { createAddressRules } from '../../outbound/index.ts';
import { openQueue } from '../../jobs/queue.ts';
import { ensureFirstAccount, type Owners } from '../../store/accounts/accounts.ts';
import { type DatabaseLocation, openDatabase } from '../../store/database.ts';
import { locateMemory } from '../../store/memory.fixture.ts';
import { setFirstKeys } from '../../store/accounts/keys.ts';
import { NO_QUOTAS } from '../../store/quotas/quotas.ts';
import { buildServer } from './app.ts';
import { fakeInspection } from './inspection.fixture.ts';
import type { ServerParts } from './server-parts.ts';

/** The valid keys. */
export const KEYS = { v1: 'test-key-v1', stage: 'test-key-stage' };

/** Public addresses of files. */
export const ADDRESSES = createFileAddresses({
  publicUrl: () => 'https://media.example',
  cdnUrl: undefined,
  secret: undefined,
});

/** Providers for an operator who has set no services: Kinora makes what it can make itself. */
export const NO_SERVICES: ProviderDirectory = {
  find: (_owner, { provider, type, needsService }) => {
    const isOwn = isBuiltIn(provider) && needsService !== true && BUILT_IN_TYPES.includes(type);
    return Promise.resolve(isOwn || provider === KINORA_ITSELF ? { kind: 'built-in' } : undefined);
  },
  addedNames: () => Promise.resolve({}),
};

/** Metrics that everybody may read. */
export const NO_METRICS: ServerParts['metrics'] = {
  contentType: 'text/plain',
  read: () => Promise.resolve('# none\n'),
  allows: () => true,
};

const ANSWER_AGENT = createAgentEndpoint({ version: '1.2.3', log: SILENT });

/** The text of an edit without sources, formatted as a client might write it. */
export const EDIT = `{
  "timeline": { "tracks": [{ "clips": [{ "asset": { "type": "text", "text": "Héllo" }, "start": 0, "length": 1.50 }] }] },
  "output": { "format": "mp4", "resolution": "sd" }
}`;

/** An HTTP server for tests, with its own parts. It does not listen. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly parts: ServerParts;
  /** The fake inspection, which records its calls. */
  readonly inspection: ReturnType<typeof fakeInspection>;
  readonly owners: Owners;
  /**
   * Sends a request with the key of the version in its URL. Sends a string as the body unchanged, and other
   * values as JSON.
   */
  ask(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): ReturnType<typeof inject>;
  close(): Promise<void>;
}

/** Makes a site of the documents with one page. */
async function makeSite(folder: string): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'start.html'), '<!doctype html><title>Start</title>');
  await writeFile(join(folder, 'start.md'), '# Start\n');
  await writeFile(join(folder, 'llms.txt'), '# Kinora\n\n- [Start](start.md): Begin.\n');
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Kinora API reference</title>');
  await writeFile(join(folder, 'made-from.json'), '{}');
  return folder;
}

function inject(app: FastifyInstance, options: InjectOptions) {
  return app.inject(options);
}

/** Returns the function that sends requests to a server with the key of the version in the URL. */
function createAsk(app: FastifyInstance): TestServer['ask'] {
  return (method, url, body, headers = {}) => {
    const key = /^\/(\w+\/)?stage\//.test(url) ? KEYS.stage : KEYS.v1;
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return inject(app, {
      method,
      url,
      headers: { 'x-api-key': key, ...type, ...headers },
      ...(payload !== undefined && { body: payload }),
    });
  };
}

/**
 * Opens a server on an empty database.
 *
 * @param location The database. Default: a new one in memory.
 * @param limit Maximum number of waiting renders.
 */
export async function openTestServer(
  location?: DatabaseLocation,
  limit = 1000,
  overrides: Partial<ServerParts> = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-http-'));
  const database = await openDatabase(location ?? (await locateMemory()), SILENT);
  const owners = await ensureFirstAccount(database.tables);
  await setFirstKeys(database.tables, owners, KEYS, true);
  const { quotas = NO_QUOTAS } = overrides;
  const queue = await openQueue(database, { log: SILENT, maxWaiting: limit, quotas });
  const storage = await openDiskStorage(join(folder, 'files'));
  const inspection = fakeInspection();
  const parts: ServerParts = {
    database,
    queue,
    storage,
    disk: ENOUGH_SPACE,
    inspection,
    metrics: NO_METRICS,
    region: 'here',
    rateLimits: 0,
    answerAgent: ANSWER_AGENT,
    publicUrl: () => 'https://media.example',
    isPublicUrlSet: true,
    trustProxy: [],
    connectionsPerAddress: 2000,
    addressRules: createAddressRules([]),
    addresses: ADDRESSES,
    uploadAddresses: createUploadAddresses({ publicUrl: () => 'https://media.example', secret: 'uploads' }),
    ingest: {
      ingestLimits: { maxBytes: 100_000_000, maxSeconds: 43_200, maxPixels: 16_384 },
      uploadMs: 3_600_000,
    },
    providers: NO_SERVICES,
    canTranscribe: true,
    quotas,
    keep: { renders: undefined, files: undefined, sources: undefined, edits: undefined },
    dialect: 'interface',
    studioFolder: join(folder, 'no-studio'),
    embedFolder: join(folder, 'no-scripts'),
    docsFolder: await makeSite(join(folder, 'docs')),
    log: pino({ level: 'silent' }),
    ...overrides,
  };
  const app = await buildServer(parts);
  return {
    app,
    parts,
    inspection,
    owners,
    ask: createAsk(app),
    async close() {
      await app.close();
      await queue.stop();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
