import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import type { GenerationRequest, ServiceName } from '../create/model.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import { ensureFirstAccount } from '../store/accounts.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { away, FakeService } from './fake-provider.fixture.ts';
import { openDatabaseLedger } from './database-ledger.ts';
import { openFolderLedger } from './folder-ledger.ts';
import type { GenerationProvider } from './generation-provider.ts';
import type { GenerationLedger } from './ledger.ts';
import { createMediaGenerator, type MediaGenerator, type MediaGeneratorParts } from './media-generator.ts';
import { ProviderUnreachable } from './provider-unreachable.ts';
import { recipeOf } from './recipe.ts';

const REQUEST: GenerationRequest = {
  provider: 'openai',
  options: { type: 'text-generator', prompt: 'Hello' },
};
const PATIENCE = { comeBackMs: 1000, jobMs: 5000, awayMs: 50, firstPauseMs: 1, maxPauseMs: 5 };

let root: string;
let folder: string;
let database: Database;
let owner: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinora-generation-'));
  database = await openDatabase({ kind: 'embedded', folder: undefined }, SILENT);
  owner = (await ensureFirstAccount(database.tables)).v1;
});
afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'work-'));
});
afterEach(async () => {
  await database.tables.deleteFrom('generation').execute();
});

describe.each<[string, () => Promise<GenerationLedger>]>([
  [
    'in the database',
    async () => {
      const storage = await openDiskStorage(await mkdtemp(join(root, 'storage-')));
      return openDatabaseLedger({ tables: database.tables, storage, log: SILENT });
    },
  ],
  ['in a folder', async () => openFolderLedger(await mkdtemp(join(root, 'ledger-')))],
])('media that are recorded %s', (_where, openLedger) => {
  let service: FakeService;
  let ledger: GenerationLedger;
  let generator: MediaGenerator;
  beforeEach(async () => {
    service = new FakeService();
    ledger = await openLedger();
    generator = createMediaGenerator(partsOf(service, ledger));
  });

  const contextOf = async (more: { signal?: AbortSignal; requestedAt?: Date } = {}) => ({
    owner,
    folder: await mkdtemp(join(folder, 'x-')),
    cache: true,
    signal: new AbortController().signal,
    ...more,
  });
  const obtain = async (request = REQUEST, more = {}) => {
    const { path } = await generator.obtain(request, await contextOf(more));
    return readFile(path, 'utf8');
  };
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error as KinoraError).code,
    );

  it('are made once for equal requests, one after the other and at the same time', async () => {
    expect(await generator.find(REQUEST, await contextOf())).toBeUndefined();
    expect(await Promise.all([obtain(), obtain(), obtain()])).toEqual(['Hello', 'Hello', 'Hello']);
    expect(await obtain()).toBe('Hello');
    expect(service.started).toHaveLength(1);
    const kept = await generator.find(REQUEST, await contextOf());
    expect(kept).toMatchObject({ extension: '.txt', warnings: [] });
    expect(await readFile(kept?.path ?? '', 'utf8')).toBe('Hello');
  });

  it('are made again for other options', async () => {
    await obtain();
    await obtain({ provider: 'openai', options: { type: 'text-generator', prompt: 'Bye' } });
    expect(service.started.map(({ options }) => 'prompt' in options && options.prompt)).toEqual([
      'Hello',
      'Bye',
    ]);
  });

  it('keep the words and the warnings', async () => {
    const words = [{ text: 'Hello', from: 0.1, to: 0.5 }];
    service.onStart = async (_request, to) => {
      await writeFile(join(to, 'a.mp3'), 'sound');
      return { file: { path: join(to, 'a.mp3'), extension: '.mp3', words, warnings: ['Read slowly.'] } };
    };
    await obtain();
    const kept = await generator.find(REQUEST, await contextOf());
    expect(kept).toMatchObject({ extension: '.mp3', words, warnings: ['Read slowly.'] });
  });

  it('wait for a job, also while the service is away for a moment', async () => {
    service.onStart = () => Promise.resolve({ job: { id: 'job-1' } });
    service.onLook = () => {
      if (service.looks === 1) return Promise.reject(away());
      return Promise.resolve(service.looks < 4 ? 'running' : { ready: { id: 'job-1' } });
    };
    expect(await obtain()).toBe('result of job-1');
    expect(service.started).toHaveLength(1);
    expect(service.looks).toBe(4);
  });

  it('go on with a job that an earlier process has started', async () => {
    service.onStart = () => Promise.resolve({ job: { id: 'job-2' } });
    service.onLook = () => Promise.reject(away());
    expect(await codeOf(obtain())).toBe('provider_unreachable');
    service.onLook = (job) => Promise.resolve({ ready: job });
    expect(await obtain()).toBe('result of job-2');
    expect(service.started).toHaveLength(1);
  });

  it('are asked for again if the service has certainly not taken the request', async () => {
    const answer = service.onStart;
    service.onStart = () => Promise.reject(away());
    expect(await codeOf(obtain())).toBe('provider_unreachable');
    service.onStart = answer;
    expect(await obtain()).toBe('Hello');
    expect(service.started).toHaveLength(2);
  });

  it('are asked for again when the service says so', async () => {
    const answer = service.onStart;
    service.onStart = () => {
      service.onStart = answer;
      return Promise.reject(new ProviderUnreachable('Too many requests.', { retryAfterMs: 5 }));
    };
    expect(await obtain()).toBe('Hello');
    expect(service.started).toHaveLength(2);
    service.onStart = () =>
      Promise.reject(new ProviderUnreachable('Too many requests.', { retryAfterMs: 60_000 }));
    const other = { provider: 'openai', options: { type: 'text-generator', prompt: 'Later' } } as const;
    expect(await codeOf(obtain(other))).toBe('provider_unreachable');
    expect(service.started).toHaveLength(3);
  });

  it('fail if a process has died while it asked, and are asked for again by a new request only', async () => {
    const held = await ledger.take({ owner, recipe: recipeOf(REQUEST.options, 'fake') }, 'openai');
    await held?.record({ state: 'asking' });
    // The end of the process ends its hold.
    await held?.[Symbol.asyncDispose]();
    const before = new Date(Date.now() - 1000);
    await expect(obtain()).rejects.toThrow('It is unknown whether openai has taken the request');
    expect(await codeOf(obtain(REQUEST, { requestedAt: before }))).toBe('provider_unknown');
    expect(service.started).toHaveLength(0);
    expect(await obtain()).toBe('Hello');
  });

  it('fail for an unknown outcome, and equal requests that waited fail with them', async () => {
    service.onStart = () => Promise.reject(new Error('The connection broke.'));
    const together = { requestedAt: new Date() };
    const codes = await Promise.all([codeOf(obtain(REQUEST, together)), codeOf(obtain(REQUEST, together))]);
    expect(codes).toEqual(['provider_unknown', 'provider_unknown']);
    expect(service.started).toHaveLength(1);
  });

  it('fail if the job fails', async () => {
    service.onStart = () => Promise.resolve({ job: { id: 'job-3' } });
    const refused = new KinoraError('provider_refused', 'The service openai has refused it.');
    service.onLook = () => Promise.reject(refused);
    expect(await codeOf(obtain())).toBe('provider_refused');
    expect(service.looks).toBe(1);
  });

  it('are brought to their answer after an abort, so that the payment is not lost', async () => {
    const stop = new AbortController();
    const answer = service.onStart;
    service.onStart = async (request, to) => {
      stop.abort(new KinoraError('stopping', 'The server stops.'));
      return answer(request, to);
    };
    await codeOf(obtain(REQUEST, { signal: stop.signal }));
    expect(await obtain()).toBe('Hello');
    expect(service.started).toHaveLength(1);
  });

  it('need credentials', async () => {
    const request: GenerationRequest = {
      provider: 'shotstack',
      options: { type: 'text-to-image', prompt: 'A cat', width: 8, height: 8 },
    };
    await expect(obtain(request)).rejects.toThrow('kinora providers set openai');
    expect(await generator.find(request, await contextOf())).toBeUndefined();
  });

  it('of Kinora itself depend on the content of the image, not on its URL', async () => {
    const ask = (imageUrl: string): Promise<string> =>
      obtain({ provider: 'shotstack', options: { type: 'image-to-video', imageUrl } });
    expect(await ask('https://a.example/1#same')).toBe('video 1');
    expect(await ask('https://a.example/2#same')).toBe('video 1');
    expect(await ask('https://a.example/3#other')).toBe('video 2');
  });
});

/** The parts of a generator with one service, for which every owner has credentials. */
function partsOf(service: GenerationProvider, ledger: GenerationLedger): MediaGeneratorParts {
  let videos = 0;
  return {
    ledger,
    directory: {
      find: (_owner, { provider, type }) =>
        Promise.resolve(
          type === 'image-to-video'
            ? { kind: 'built-in' }
            : provider === 'openai'
              ? { kind: 'service', name: 'openai', access: { key: 'secret' } }
              : undefined,
        ),
      addedNames: () => Promise.resolve({}),
    },
    services: { openai: service } as unknown as Record<ServiceName, GenerationProvider>,
    builtIn: {
      identify: () => Promise.resolve('motion'),
      make: async (_options, _image, context) => {
        videos += 1;
        const path = join(context.folder, 'video.mp4');
        await writeFile(path, `video ${videos}`);
        return { path, extension: '.mp4', warnings: [] };
      },
    },
    fetchImage: async (url, context) => {
      const path = join(context.folder, 'image.png');
      await writeFile(path, new URL(url).hash);
      return { path, mediaType: 'image/png', width: 1, height: 1, release: () => Promise.resolve() };
    },
    cropImage: (path) => Promise.resolve(path),
    patience: PATIENCE,
  };
}
