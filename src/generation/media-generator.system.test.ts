import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import type { GenerationRequest } from '../create/model.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { locateMemory } from '../store/memory.fixture.ts';
import { waitUntil } from '../store/test-databases.fixture.ts';
import { away, FakeService } from './fake-provider.fixture.ts';
import { openDatabaseLedger } from './database-ledger.ts';
import { openFolderLedger } from './folder-ledger.ts';
import type { GenerationProvider } from './generation-provider.ts';
import type { GenerationLedger } from './ledger.ts';
import {
  createMediaGenerator,
  type OpenMediaGenerator,
  type MediaGeneratorConfig,
} from './media-generator.ts';
import { ProviderUnreachable } from './provider-unreachable.ts';
import { recipeOf } from './recipe.ts';

const REQUEST: GenerationRequest = {
  provider: 'openai',
  options: { type: 'text-generator', prompt: 'Hello' },
};
const TIMEOUTS = {
  comeBackMs: 1000,
  jobMs: 5000,
  awayMs: 50,
  firstPauseMs: 1,
  maxPauseMs: 5,
  keeping: { attempts: 3, firstPauseMs: 1, maxPauseMs: 2 },
};

const IMAGE: GenerationRequest = {
  provider: 'openai',
  options: { type: 'text-to-image', prompt: 'A cat', width: 8, height: 8 },
};

let root: string;
let folder: string;
let database: Database;
let owner: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinora-generation-'));
  database = await openDatabase(await locateMemory(), SILENT);
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
      return openDatabaseLedger({ database, storage, log: SILENT });
    },
  ],
  ['in a folder', async () => openFolderLedger(await mkdtemp(join(root, 'ledger-')))],
])('media that are recorded %s', (_where, openLedger) => {
  let service: FakeService;
  let ledger: GenerationLedger;
  let generator: OpenMediaGenerator;
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

  it('are not paid again silently if their file is gone', async () => {
    await obtain();
    ledger.load = () => Promise.resolve(undefined);
    await expect(obtain()).rejects.toThrow('no longer in the storage');
    expect(service.started).toHaveLength(1);
    expect(await obtain()).toBe('Hello');
    expect(service.started).toHaveLength(2);
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
    service.onStart = async (request, to, signal) => {
      stop.abort(new KinoraError('stopping', 'The server stops.'));
      return answer(request, to, signal);
    };
    await codeOf(obtain(REQUEST, { signal: stop.signal }));
    expect(await obtain()).toBe('Hello');
    expect(service.started).toHaveLength(1);
  });

  it('are kept after an abort, also if they are cropped first', async () => {
    const stop = new AbortController();
    const answer = service.onStart;
    service.onStart = async (request, to, signal) => {
      stop.abort(new KinoraError('stopping', 'The server stops.'));
      return answer(request, to, signal);
    };
    await codeOf(obtain(IMAGE, { signal: stop.signal }));
    expect(await obtain(IMAGE)).toBe('A cat');
    expect(service.started).toHaveLength(1);
  });

  it('are kept at another try if the ledger is away for a moment, and are not paid again', async () => {
    const failing = failToKeep(ledger, 2);
    generator = createMediaGenerator(partsOf(service, failing));
    expect(await obtain()).toBe('Hello');
    expect(await obtain()).toBe('Hello');
    expect(service.started).toHaveLength(1);
  });

  it('that cannot be kept fail, and only a new request pays again', async () => {
    generator = createMediaGenerator(partsOf(service, failToKeep(ledger, 3)));
    const requestedAt = new Date();
    await expect(obtain(REQUEST, { requestedAt })).rejects.toThrow('could not keep it, so it is lost');
    expect(await codeOf(obtain(REQUEST, { requestedAt }))).toBe('provider_unknown');
    expect(service.started).toHaveLength(1);
    expect(await obtain()).toBe('Hello');
  });

  it('are fetched again from their job if they cannot be kept', async () => {
    service.onStart = () => Promise.resolve({ job: { id: 'job-4' } });
    generator = createMediaGenerator(partsOf(service, failToKeep(ledger, 3)));
    expect(await codeOf(obtain())).toBe('storage_failed');
    expect(await obtain()).toBe('result of job-4');
    expect(service.started).toHaveLength(1);
  });

  it('go on with their job after its service has rejected the key', async () => {
    service.onStart = () => Promise.resolve({ job: { id: 'job-5' } });
    service.onLook = () => Promise.reject(new KinoraError('provider_rejects_key', 'Set another key.'));
    expect(await codeOf(obtain())).toBe('provider_rejects_key');
    service.onLook = (job) => Promise.resolve({ ready: job });
    expect(await obtain()).toBe('result of job-5');
    expect(service.started).toHaveLength(1);
  });

  it('are not paid again if the folder for their copy is gone', async () => {
    await obtain();
    const gone = { ...(await contextOf()), folder: join(folder, 'gone') };
    expect(await codeOf(generator.obtain(REQUEST, gone))).not.toBe('done');
    expect(service.started).toHaveLength(1);
  });

  it('say that the outcome is unknown if the process ends before the answer', async () => {
    service.onStart = (_request, _folder, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new KinoraError('cancelled', 'Cancelled.'))),
      );
    const work = codeOf(obtain());
    await waitUntil(() => service.started.length === 1);
    await generator.close();
    expect(await work).toBe('provider_unknown');
    expect(service.started).toHaveLength(1);
  });

  it('need credentials', async () => {
    const request: GenerationRequest = {
      provider: 'shotstack',
      options: { type: 'text-to-image', prompt: 'A cat', width: 8, height: 8 },
    };
    await expect(obtain(request)).rejects.toThrow(/"kinora providers set openai".* KINORA_OPENAI_KEY\./);
    expect(await generator.find(request, await contextOf())).toBeUndefined();
  });

  it('are made by Kinora itself with a remark if there is no service for a model', async () => {
    const fallback = {
      options: { type: 'text-to-speech', text: 'Hi', voice: 'Amy' },
      warning: 'Amy speaks.',
    } as const;
    const request: GenerationRequest = {
      provider: 'elevenlabs',
      options: { type: 'text-to-speech', text: 'Hi', voice: 'Rachel' },
      fallback,
    };
    const spoken = createMediaGenerator({
      ...partsOf(service, ledger),
      directory: {
        find: (_owner, { provider }) =>
          Promise.resolve(provider === 'kinora' ? { kind: 'built-in' } : undefined),
        addedNames: () => Promise.resolve({}),
      },
      builtIn: {
        identify: () => Promise.resolve('voice'),
        make: async (options, _image, { folder: into }) => {
          const path = join(into, 'speech.wav');
          await writeFile(path, options.type === 'text-to-speech' ? options.voice : '');
          return { path, extension: '.wav', warnings: ['Odd.'] };
        },
      },
    });
    expect(await spoken.foretell?.(request, owner)).toBe('Amy speaks.');
    const made = await spoken.obtain(request, await contextOf());
    expect([await readFile(made.path, 'utf8'), made.warnings]).toEqual(['Amy', ['Amy speaks.', 'Odd.']]);
    expect((await spoken.find(request, await contextOf()))?.warnings).toEqual(['Amy speaks.', 'Odd.']);
    // An equal speech without a model is the same file.
    const equal: GenerationRequest = { provider: 'kinora', options: fallback.options };
    expect((await spoken.find(equal, await contextOf()))?.warnings).toEqual(['Odd.']);
  });

  it('are made again, and paid again, for another take', async () => {
    const take = '1';
    await Promise.all([obtain(), obtain({ ...REQUEST, take }), obtain({ ...REQUEST, take })]);
    expect(service.started).toHaveLength(2);
  });

  it('of Kinora itself depend on the content of the image, not on its URL', async () => {
    const ask = (imageUrl: string): Promise<string> =>
      obtain({ provider: 'shotstack', options: { type: 'image-to-video', imageUrl } });
    expect(await ask('https://a.example/1#same')).toBe('video 1');
    expect(await ask('https://a.example/2#same')).toBe('video 1');
    expect(await ask('https://a.example/3#other')).toBe('video 2');
  });
});

it('forgets in a folder what Kinora itself has made and nobody has used for a day', async () => {
  const kept = await mkdtemp(join(root, 'ledger-'));
  const context = { owner, folder, cache: true, signal: new AbortController().signal };
  const motion: GenerationRequest = {
    provider: 'shotstack',
    options: { type: 'image-to-video', imageUrl: 'https://a.example/#1' },
  };
  const open = (): OpenMediaGenerator =>
    createMediaGenerator(partsOf(new FakeService(), openFolderLedger(kept)));
  const generator = open();
  await generator.obtain(motion, context);
  await generator.obtain(REQUEST, context);
  const records = async () => (await readdir(kept)).filter((name) => name.endsWith('.json'));
  const age = async (): Promise<void> => {
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const name of await records()) await utimes(join(kept, name), longAgo, longAgo);
  };
  await age();
  // It is used again.
  await generator.find(motion, context);
  await open().obtain(REQUEST, context);
  expect(await readdir(kept)).toHaveLength(4);
  await age();
  await open().obtain(REQUEST, context);
  expect((await readdir(kept)).map((name) => extname(name)).sort()).toEqual(['.json', '.txt']);
});

/** Returns a ledger whose holders cannot keep a result for some times. */
function failToKeep(ledger: GenerationLedger, times: number): GenerationLedger {
  let left = times;
  return {
    load: (key, to) => ledger.load(key, to),
    async take(key, maker) {
      const held = await ledger.take(key, maker);
      return (
        held && {
          id: held.id,
          status: held.status,
          record: (status) => held.record(status),
          keep: async (file) => {
            if (left-- > 0) throw new KinoraError('storage_failed', 'The storage is away.');
            await held.keep(file);
          },
          [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
        }
      );
    },
  };
}

/** The parts of a generator with one service, for which every owner has credentials. */
function partsOf(service: GenerationProvider, ledger: GenerationLedger): MediaGeneratorConfig {
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
    loadProvider: () => Promise.resolve(service),
    detectType: () => Promise.reject(new Error('Not used.')),
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
    cropImage: (path, _size, { signal }) => {
      signal.throwIfAborted();
      return Promise.resolve(path);
    },
    timeouts: TIMEOUTS,
  };
}
