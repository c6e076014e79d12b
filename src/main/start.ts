import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { KinoraError } from '../base/errors.ts';
import { type FileAddressConfig, createFileAddresses } from '../hosting/file-addresses.ts';
import { createUploadAddresses, type UploadAddresses } from '../hosting/upload-addresses.ts';
import { openQueue } from '../jobs/queue.ts';
import { createAddressRules, openOutbound } from '../outbound/index.ts';
import { buildServer } from '../server/http/app.ts';
import { closeServer, listen, toLocalUrl } from '../server/http/listen.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../store/database.ts';
import { ensureSharedValue } from '../store/shared-values.ts';
import type { KeyPair } from '../store/keys.ts';
import { DESTINATION_ADAPTERS } from '../destinations/destination-adapters.ts';
import type { WorkerContext } from '../worker/worker-context.ts';
import { RESPONSE_TIMEOUT_MS } from '../callbacks/send-callback.ts';
import { startWorker } from '../worker/worker.ts';
import { startRetention } from '../worker/retention/retention.ts';
import { openDatabaseLedger } from '../generation/database-ledger.ts';
import { createDatabaseDirectory } from '../generation/directory/provider-directories.ts';
import { activateFirstKeys, storeWebhookSecret } from '../administration/first-account.ts';
import { openSecretBox } from '../administration/open-secret-box.ts';
import { type Home, openHome, removeStaleFrames } from '../home/home.ts';
import { findStoredKeys, loadFilesSecret } from '../home/home-secrets.ts';
import { lockHome } from '../home/lock.ts';
import { copyPreparedDatabase } from '../home/prepared-database.ts';
import type { OpenRenderServices } from '../engine/render-services.ts';
import { answerCommands } from './answer-commands.ts';
import { compareFileAddresses } from './compare-file-addresses.ts';
import { openStorage } from './open-storage.ts';
import type { Settings } from './settings.ts';

/** The roles of this process: HTTP server, worker, or both. */
export interface ProcessRoles {
  readonly api: boolean;
  readonly workers: boolean;
}

/** A running Kinora. */
export interface RunningKinora {
  /** Public address without a slash at the end. */
  readonly publicUrl: string;
  /** The keys of the first account. Undefined in a process that only renders. */
  readonly keys: KeyPair | undefined;
  /** True if this start has generated the keys. */
  readonly hasNewKeys: boolean;
  /** Stops accepting work, returns running renders to the queue and closes everything. */
  stop(): Promise<void>;
}

/**
 * Opens and connects all parts, and starts to serve, to render or both.
 *
 * @throws {KinoraError} `invalid_setting` or `home_in_use`, with one line for the operator.
 */
export async function start(
  settings: Settings,
  roles: ProcessRoles,
  openRenderServices: OpenRenderServices,
  log: Logger,
): Promise<RunningKinora> {
  // Closes the parts in reverse order, also if a later one fails to open.
  await using stack = new AsyncDisposableStack();
  const home = await openHome(settings.home);
  const location = locateDatabase(settings, roles, home);
  const lock = location.kind === 'embedded' ? stack.use(await lockHome(home.folder)) : undefined;
  await removeStaleFrames(home, lock !== undefined);
  const storage = stack.adopt(await openStorage(settings, home), (part) => part.close());
  const database = stack.adopt(await openPreparedDatabase(location, home, log), (part) => part.close());
  // If the port is 0, the address is known only when the server listens.
  const address = { publicUrl: settings.publicUrl ?? toLocalUrl(settings.host, settings.port) };
  const publicUrl = () => address.publicUrl;
  const addressConfig = await createAddressConfig(settings, home, publicUrl);
  const addresses = createFileAddresses(addressConfig);
  const secretBox = await openSecretBox(settings, home);
  const providers = createDatabaseDirectory(database.tables, secretBox, settings.services);
  const renderServices = stack.adopt(
    await openRenderServices({
      ...{ settings, home, storage, addresses, publicUrl, providers, log },
      ledger: openDatabaseLedger({ tables: database.tables, storage, log }),
    }),
    (part) => part.close(),
  );
  // Opened before the queue and closed after the queue, because jobs send requests until they end.
  const outbound = stack.adopt(
    openOutbound({ allowHosts: settings.allowHosts, connectTimeoutMs: RESPONSE_TIMEOUT_MS }),
    (part) => part.close(),
  );
  const queue = stack.adopt(await openQueue(database, { log }), (part) => part.stop());
  await storeWebhookSecret(database, settings);
  let keys: FirstKeys = { keys: undefined, hasNewKeys: false };
  const parts = { database, queue, storage, log };
  const common = { ...renderServices, ...parts, ingest: settings, dialect: settings.dialect };
  if (roles.api) {
    keys = await openFirstKeys(database, settings, home);
    const uploadAddresses = await openUploadAddresses(database, publicUrl);
    const own = { ...toServerOptions(settings), providers, addresses, uploadAddresses, publicUrl };
    const server = stack.adopt(await buildServer({ ...common, ...own }), closeServer);
    const port = await listen(server, settings);
    address.publicUrl = settings.publicUrl ?? toLocalUrl(settings.host, port);
  }
  if (location.kind === 'postgres')
    await compareFileAddresses(database, addressConfig, { isServer: roles.api, log });
  if (roles.workers) {
    const context: WorkerContext = {
      ...{ ...common, outbound, destinations: DESTINATION_ADAPTERS, seal: secretBox },
      toPublicUrl: (file) => addresses.urlOf(file),
      folder: home.temporary,
    };
    stack.adopt(await startWorker(context, settings), (worker) => worker.stop());
    stack.adopt(startRetention(context, settings.keep), (retention) => retention.stop());
  }
  if (lock) stack.use(lock.handleMessages(answerCommands({ ...parts, settings, home, secretBox })));
  const opened = stack.move();
  return { publicUrl: publicUrl(), ...keys, stop: () => opened.disposeAsync() };
}

type FirstKeys = Pick<RunningKinora, 'keys' | 'hasNewKeys'>;

async function openFirstKeys(database: Database, settings: Settings, home: Home): Promise<FirstKeys> {
  const hasNewKeys = settings.keys === undefined && (await findStoredKeys(home)) === undefined;
  return { keys: await activateFirstKeys(database, settings, home), hasNewKeys };
}

/** Returns the parts of the server that follow from the settings alone. */
function toServerOptions({ publicUrl, allowHosts, region, rateLimits, trustProxy }: Settings) {
  const addressRules = createAddressRules(allowHosts);
  return { isPublicUrlSet: publicUrl !== undefined, addressRules, region, rateLimits, trustProxy };
}

async function openPreparedDatabase(location: DatabaseLocation, home: Home, log: Logger): Promise<Database> {
  if (location.kind === 'embedded') await copyPreparedDatabase(home.database, log);
  return await openDatabase(location, log);
}

async function createAddressConfig(
  { files }: Settings,
  home: Home,
  publicUrl: () => string,
): Promise<FileAddressConfig> {
  const secret = files.signed ? (files.secret ?? (await loadFilesSecret(home))) : undefined;
  return { publicUrl, cdnUrl: files.cdnUrl, secret };
}

/** Opens the addresses of uploads. All servers on a database share their secret. */
async function openUploadAddresses({ tables }: Database, publicUrl: () => string): Promise<UploadAddresses> {
  const fresh = randomBytes(32).toString('base64url');
  const secret = await ensureSharedValue(tables, 'upload_secret', fresh);
  return createUploadAddresses({ publicUrl, secret });
}

function locateDatabase(
  { databaseUrl }: Settings,
  { api, workers }: ProcessRoles,
  home: Home,
): DatabaseLocation {
  if (databaseUrl !== undefined) return { kind: 'postgres', url: databaseUrl };
  if (api && workers) return { kind: 'embedded', folder: home.database };
  throw new KinoraError(
    'invalid_setting',
    'DATABASE_URL is not set, and only one process can use an embedded database. To serve and render in separate processes, set DATABASE_URL to a PostgreSQL database that they share.',
  );
}
