import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { codeOf } from '../base/code-of.ts';
import { KinoraError } from '../base/errors.ts';
import { openDiskStorage } from '../hosting/disk.ts';
import { type AddressConfig, type FileAddresses, fileAddresses } from '../hosting/file-addresses.ts';
import { openS3Storage } from '../hosting/s3-storage.ts';
import type { Storage } from '../hosting/storage.ts';
import { openQueue } from '../jobs/queue.ts';
import { openOutbound } from '../outbound/index.ts';
import { buildServer } from '../server/http/app.ts';
import type { Inspection } from '../server/http/inspection.ts';
import { firstAccount } from '../store/accounts.ts';
import { setWebhookSecret } from '../store/callbacks.ts';
import { type Database, type DatabasePlace, openDatabase } from '../store/database.ts';
import { type KeyPair, setFirstKeys } from '../store/keys.ts';
import { DESTINATIONS } from '../destinations/destinations.ts';
import type { FetchFile, RenderEdit } from '../worker/parts.ts';
import { ANSWER_MS } from '../worker/send-callback.ts';
import { startWorker } from '../worker/worker.ts';
import { agreeOnAddresses } from './agree-on-addresses.ts';
import { administerOn, answerAdministration } from './administration.ts';
import { type Home, homeFilesSecret, homeKeys, openHome, removeLeftFrames } from './home.ts';
import { lockHome } from './lock.ts';
import { openSeal } from './open-seal.ts';
import { placePrepared } from './prepared.ts';
import type { Settings } from './settings.ts';

/** Which halves of Kinora this process is: the HTTP server, a worker, or both. */
export interface What {
  readonly api: boolean;
  readonly workers: boolean;
}

/** The render library, joined with what it needs here. */
export interface Renderer {
  readonly render: RenderEdit;
  /** Fetches the files of transfers. */
  readonly fetch: FetchFile;
  /** Looks at media for the server. */
  readonly inspection: Inspection;
  close(): Promise<void>;
}

/** Makes the renderer. Tests give a simpler one than the real. */
export type OpenRenderer = (parts: {
  readonly settings: Settings;
  readonly home: Home;
  readonly storage: Storage;
  readonly addresses: FileAddresses;
  readonly publicUrl: () => string;
  readonly log: Logger;
}) => Renderer;

/** A running Kinora. */
export interface Running {
  /** Public address without a slash at its end. */
  readonly publicUrl: string;
  /** The first account's keys; absent in a process that only renders. */
  readonly keys: KeyPair | undefined;
  /** Takes no more work, gives running renders back to the queue, and closes everything. */
  stop(): Promise<void>;
}

const REQUESTS_MAY_FINISH_MS = 5_000;

/**
 * Opens every part, joins them and starts.
 *
 * @throws {KinoraError} `setting_wrong` or `home_in_use`, with one line for the operator.
 */
export async function start(
  settings: Settings,
  what: What,
  openRenderer: OpenRenderer,
  log: Logger,
): Promise<Running> {
  // Closes in the opposite order, also when a later part does not start.
  await using opened = new AsyncDisposableStack();
  const home = await openHome(settings.home);
  const place = databasePlace(settings, what, home);
  const lock = place.kind === 'embedded' ? opened.use(await lockHome(home.folder)) : undefined;
  await removeLeftFrames(home, lock !== undefined);
  if (place.kind === 'embedded') await placePrepared(home.database, log);
  const database = opened.adopt(await openDatabase(place, log), (part) => part.close());
  const storage = opened.adopt(await openStorage(settings), (part) => part.close());
  const address = { publicUrl: settings.publicUrl ?? urlOf(settings.host, settings.port) };
  const publicUrl = () => address.publicUrl;
  const addressing = await addressingOf(settings, home, publicUrl);
  const addresses = fileAddresses(addressing);
  const shared = { settings, home, storage, addresses, publicUrl, log };
  const renderer = opened.adopt(openRenderer(shared), (part) => part.close());
  const seal = await openSeal(settings, home);
  // Closed after the queue, whose jobs end what they have begun with it.
  const outbound = opened.adopt(
    openOutbound({ allowHosts: settings.allowHosts, connectTimeout: ANSWER_MS }),
    (part) => part.close(),
  );
  const queue = opened.adopt(await openQueue(database, { log }), (part) => part.stop());

  if (settings.webhookSecret !== undefined) {
    const { v1, stage } = await firstAccount(database.tables);
    await setWebhookSecret(database.tables, [v1, stage], settings.webhookSecret);
  }
  let keys: KeyPair | undefined;
  if (what.api) {
    keys = await putKeysInForce(settings, home, database);
    const { region, rateLimits } = settings;
    const { inspection } = renderer;
    const parts = { database, queue, storage, addresses, inspection, publicUrl, region, rateLimits, log };
    const server = opened.adopt(await buildServer(parts), closeServer);
    const port = await listen(server, settings);
    address.publicUrl = settings.publicUrl ?? urlOf(settings.host, port);
  }
  if (place.kind === 'postgres') await agreeOnAddresses(database, addressing, { isServer: what.api, log });
  if (what.workers) {
    const folder = home.temporary;
    const addressOf = (file: string): string => addresses.urlOf(file);
    const parts = {
      ...{ database, queue, storage, render: renderer.render, fetch: renderer.fetch },
      ...{ addressOf, outbound, destinations: DESTINATIONS, seal, folder, log },
    };
    opened.adopt(await startWorker(parts, settings.renders), (worker) => worker.stop());
  }
  if (lock !== undefined)
    opened.use(lock.answer(answerAdministration(administerOn(database.tables, seal), log)));
  const closing = opened.move();
  return { publicUrl: publicUrl(), keys, stop: () => closing.disposeAsync() };
}

function openStorage({ storage }: Settings): Promise<Storage> {
  return typeof storage === 'string' ? openDiskStorage(storage) : openS3Storage(storage);
}

async function addressingOf(
  { files }: Settings,
  home: Home,
  publicUrl: () => string,
): Promise<AddressConfig> {
  const secret = files.signed ? (files.secret ?? (await homeFilesSecret(home))) : undefined;
  return { publicUrl, cdnUrl: files.cdnUrl, secret };
}

function databasePlace(settings: Settings, what: What, home: Home): DatabasePlace {
  if (settings.databaseUrl !== undefined) return { kind: 'postgres', url: settings.databaseUrl };
  if (what.api && what.workers) return { kind: 'embedded', folder: home.database };
  throw new KinoraError(
    'setting_wrong',
    'DATABASE_URL is not set, and an embedded database belongs to one process; to divide serving and rendering, it may be the address of a PostgreSQL database that they share.',
  );
}

async function putKeysInForce(settings: Settings, home: Home, database: Database): Promise<KeyPair> {
  const keys = settings.keys ?? (await homeKeys(home));
  // Generated keys of several servers on one database are all in force, since none of them knows the others'.
  const replace = settings.keys !== undefined || database.engine.kind === 'embedded';
  await setFirstKeys(database.tables, await firstAccount(database.tables), keys, replace);
  return keys;
}

/** Returns the port, which is another than the setting's when that was 0. */
async function listen(server: FastifyInstance, { host, port }: Settings): Promise<number> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const code = codeOf(error) ?? 'unknown reason';
    throw new KinoraError(
      'setting_wrong',
      `HOST and PORT are "${host}" and "${port}", where this machine does not let us listen (${code}); PORT may be another, or 0 for any free one.`,
      { cause: error },
    );
  }
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Lets requests that are being answered finish, but not a slow download hold up the end. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), REQUESTS_MAY_FINISH_MS);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}

/** An address under which this machine itself reaches what listens there. */
function urlOf(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
