import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startS3Server } from '../../src/hosting/s3-server.fixture.ts';
import { startElevenLabsServer } from '../../src/providers/elevenlabs/elevenlabs-server.fixture.ts';
import type { StorageKind } from '../arguments.ts';
import { createRandom } from '../random.ts';
import { type CallbackReceiver, startCallbackReceiver } from './callback-receiver.ts';
import { type CopyDestination, startCopyDestination } from './copy-destination.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { createMaterial } from './material.ts';
import { type SourceServer, startSourceServer } from './source-server.ts';

/** The options of the services around Kinora. */
export interface SurroundingsOptions {
  readonly folder: string;
  readonly seed: number;
  readonly storage: StorageKind;
  /** Folder for a storage on a disk. */
  readonly files: string;
  /** Returns the secret of an owner's callbacks. */
  readonly secretOf: (owner: string) => string;
}

/** The services around Kinora. */
export interface Surroundings {
  readonly sources: SourceServer;
  readonly receiver: CallbackReceiver;
  readonly destination: CopyDestination;
  /** The storage service. Undefined if the storage is a folder. */
  readonly storage: FaultyProxy | undefined;
  /** The folder with the stored files, for the check at the end. */
  readonly storedFiles: string;
  /** The settings that lead Kinora to the services. */
  readonly settings: Readonly<Record<string, string>>;
  /** Returns the texts of all paid requests. */
  listPaidTexts(): string[];
  /** Ends the faults of all services. */
  recover(): void;
  close(): Promise<void>;
}

const PAID_KEY = 'secret-key-1234567890';
/** Milliseconds that a paid request takes, so that faults happen meanwhile. */
const PAID_MS = [300, 1500] as const;
/** Milliseconds that a request to the storage takes, as if it were a service on another machine. */
const STORAGE_MS = [10, 60] as const;
const PaidRequest = z.object({ text: z.string() });

/** Starts all services. */
export async function startSurroundings(options: SurroundingsOptions): Promise<Surroundings> {
  const { folder, seed, secretOf } = options;
  const material = join(folder, 'material');
  await mkdir(material, { recursive: true });
  await using stack = new AsyncDisposableStack();
  const keep = <Service extends { close(): Promise<void> }>(service: Service): Service =>
    stack.adopt(service, (it) => it.close());
  const random = (purpose: string) => createRandom(seed, purpose);
  const sources = keep(await startSourceServer(createMaterial(material), random('sources')));
  const receiver = keep(await startCallbackReceiver(secretOf, random('receiver')));
  const destination = keep(await startCopyDestination(random('destination')));
  const paid = keep(await startElevenLabsServer(PAID_KEY));
  const paidProxy = keep(await startFaultyProxy(paid.url, random('paid'), { delayMs: PAID_MS }));
  const storage = await startStorage(options, keep);
  const parts = stack.move();
  return {
    sources,
    receiver,
    destination,
    storage: storage.proxy,
    storedFiles: storage.files,
    settings: {
      ...storage.settings,
      KINORA_ELEVENLABS_KEY: PAID_KEY,
      KINORA_ELEVENLABS_URL: paidProxy.url,
    },
    listPaidTexts: () =>
      paid.requests.flatMap(({ path, json }) =>
        path.includes('text-to-speech') ? [PaidRequest.parse(json).text] : [],
      ),
    recover() {
      for (const service of [sources, receiver, destination]) service.recover();
      storage.proxy?.break(undefined);
    },
    close: () => parts.disposeAsync(),
  };
}

interface StartedStorage {
  readonly proxy: FaultyProxy | undefined;
  readonly files: string;
  readonly settings: Readonly<Record<string, string>>;
}

async function startStorage(
  { storage, files, folder, seed }: SurroundingsOptions,
  keep: <Service extends { close(): Promise<void> }>(service: Service) => Service,
): Promise<StartedStorage> {
  if (storage === 'disk') {
    await mkdir(files, { recursive: true });
    return { proxy: undefined, files, settings: { KINORA_STORAGE: files } };
  }
  const before = await listBuckets(folder);
  const server = keep(await startWithin(join(folder, 'services'), startS3Server));
  const [bucket = ''] = (await listBuckets(folder)).filter((name) => !before.includes(name));
  const proxy = keep(
    await startFaultyProxy(server.url, createRandom(seed, 'storage'), { delayMs: STORAGE_MS }),
  );
  return {
    proxy,
    files: join(folder, 'services', bucket, 'films/files'),
    settings: {
      KINORA_STORAGE: 's3://films/files',
      S3_ENDPOINT: proxy.url,
      S3_ACCESS_KEY_ID: server.location.accessKeyId,
      S3_SECRET_ACCESS_KEY: server.location.secretAccessKey,
    },
  };
}

/** Starts a service whose temporary files are to be in a folder, so that the checks at the end find them. */
async function startWithin<Service>(folder: string, start: () => Promise<Service>): Promise<Service> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await start();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** Lists the folders of S3 servers. They are in the folder for temporary files of this process. */
async function listBuckets(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'services'));
  return names.filter((name) => name.startsWith('kinora-s3-'));
}
