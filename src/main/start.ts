import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { type DiskSpace, watchDiskSpace } from '../base/disk/disk-space.ts';
import { DOCS_FOLDER, EMBED_FOLDER, STUDIO_FOLDER } from '../base/built.js';
import { KinoraError } from '../base/errors.ts';
import { type FileAddressConfig, createFileAddresses } from '../hosting/addresses/file-addresses.ts';
import type { Storage } from '../hosting/storage.ts';
import { createUploadAddresses, type UploadAddresses } from '../hosting/addresses/upload-addresses.ts';
import { openQueue, type Queue } from '../jobs/queue.ts';
import { createAddressRules, openOutbound, type Outbound } from '../outbound/index.ts';
import { buildServer } from '../server/http/app.ts';
import { closeServer, listen, toLocalUrl } from '../server/http/listen.ts';
import { isWorthWaiting } from '../store/connection/away.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../store/database.ts';
import { ensureSharedValue } from '../store/shared-values.ts';
import type { KeyPair } from '../store/accounts/keys.ts';
import { DESTINATION_ADAPTERS } from '../destinations/destination-adapters.ts';
import { openDiskRoom } from '../worker/disk-room.ts';
import type { WorkerContext } from '../worker/worker-context.ts';
import { RESPONSE_TIMEOUT_MS } from '../callbacks/send-callback.ts';
import { createRenderCapacity } from '../worker/render-capacity.ts';
import { type LeftoverPlace, startLeftoverSweep } from '../worker/leftovers.ts';
import { startWorker } from '../worker/worker.ts';
import { startRetention } from '../worker/retention/retention.ts';
import { openDatabaseLedger } from '../generation/database-ledger.ts';
import { createDatabaseDirectory } from '../generation/directory/provider-directories.ts';
import { checkCredentialsKey, openSecretBox } from '../administration/credentials/check-credentials-key.ts';
import { findFileAddressDefault } from '../administration/file-address-default.ts';
import { activateFirstKeys, storeWebhookSecret } from '../administration/first-account.ts';
import { type Home, openHome, removeStaleFrames } from '../home/home.ts';
import { FILES_SECRET, KEY_FILE } from '../home/home-secrets.ts';
import { type HomeLock, lockHome } from '../home/lock.ts';
import { ensureDatabase } from '../home/home-database.ts';
import type { OpenRenderServices } from '../engine/render-services.ts';
import manifest from '../../package.json' with { type: 'json' };
import { answerCommands } from './answer-commands.ts';
import { compareFileAddresses } from './compare-file-addresses.ts';
import { listLeftoverPlaces } from './leftover-places.ts';
import { listGauges, openProcessMetrics, serveMetrics } from './open-metrics.ts';
import { mayStorageReturn, openStorage } from './open-storage.ts';
import { openAgentEndpoint } from './serve-agents.ts';
import type { Settings } from './settings.ts';
import { createStartWait, type OpeningAttempt, type StartWait } from './start-wait.ts';

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
 * Opens and connects all parts, and starts to serve, to render or both. Waits for parts on other machines, also
 * if they go away during the start.
 *
 * @throws {KinoraError} `invalid_setting` or `home_in_use`, with one line for the operator.
 */
export async function start(
  settings: Settings,
  roles: ProcessRoles,
  openRenderServices: OpenRenderServices,
  log: Logger,
): Promise<RunningKinora> {
  const wait = createStartWait(settings.startWaitMs, log);
  return await wait.retryIfGone(
    () => startParts(settings, roles, openRenderServices, { log, wait }),
    // An invalid setting is the end of a wait without success.
    (error) =>
      settings.databaseUrl !== undefined &&
      isWorthWaiting(error) &&
      !(error instanceof KinoraError && error.code === 'invalid_setting'),
  );
}

/** The wait of a start for other machines, and its log. */
interface StartContext {
  readonly log: Logger;
  readonly wait: StartWait;
}

async function startParts(
  settings: Settings,
  roles: ProcessRoles,
  openRenderServices: OpenRenderServices,
  { log, wait }: StartContext,
): Promise<RunningKinora> {
  // Closes the parts in reverse order, also if a later one fails to open.
  await using stack = new AsyncDisposableStack();
  const home = await openHome(settings.home);
  const location = locateDatabase(settings, roles, home);
  // Before anything that counts. The address answers while the start waits for other machines.
  if (settings.isTracing) stack.adopt(await openProcessTracing(settings, log), (part) => part.close());
  const metrics = stack.adopt(await openProcessMetrics(settings, log), (part) => part.stop());
  const { lock, database, storage, disk } = await openStores(stack, settings, location, home, { log, wait });
  metrics.watch(...listGauges({ database, storage, disk, home }, { isServer: roles.api }));
  // If the port is 0, the address is known only when the server listens.
  let address = settings.publicUrl ?? toLocalUrl(settings.host, settings.port);
  const publicUrl = () => address;
  const addressConfig = await createAddressConfig(settings, home, database, publicUrl);
  const addresses = createFileAddresses(addressConfig);
  const secretBox = await openSecretBox(settings, home);
  await checkCredentialsKey(database, secretBox, log);
  const providers = createDatabaseDirectory(database.tables, secretBox, settings.services);
  const ledger = openDatabaseLedger({ database, storage, log });
  const renderServices = stack.adopt(
    await openRenderServices({ settings, home, storage, addresses, publicUrl, providers, log, ledger }),
    (part) => part.close(),
  );
  // Opened before the queue and closed after the queue, because jobs send requests until they end.
  const outbound = stack.adopt(openJobRequests(settings, log), (part) => part.close());
  const queue = stack.adopt(await openWorkQueue(database, settings, home, log), (part) => part.stop());
  await storeWebhookSecret(database, settings);
  let keys: FirstKeys = { keys: undefined, hasNewKeys: false };
  const parts = { database, queue, storage, disk, log };
  const common = { ...renderServices, ...parts, ingest: settings, dialect: settings.dialect };
  if (roles.api) {
    keys = await openFirstKeys(database, settings, home);
    const uploadAddresses = await openUploadAddresses(database, publicUrl);
    const options = { ...(await toServerOptions(settings, log)), metrics: serveMetrics(metrics, settings) };
    const own = { providers, addresses, uploadAddresses, publicUrl };
    const server = stack.adopt(await buildServer({ ...common, ...options, ...own }), closeServer);
    const port = await listen(server, settings);
    address = settings.publicUrl ?? toLocalUrl(settings.host, port);
  }
  if (location.kind === 'postgres')
    await compareFileAddresses(database, addressConfig, { isServer: roles.api, log });
  const places = listLeftoverPlaces(home, storage);
  if (!roles.workers) stack.adopt(startLeftoverSweep(places, log), (sweep) => sweep.stop());
  if (roles.workers) {
    const context: WorkerContext = {
      ...common,
      outbound,
      destinations: DESTINATION_ADAPTERS,
      seal: secretBox,
      toPublicUrl: (file) => addresses.urlOf(file),
      folder: home.temporary,
      room: openDiskRoom(disk),
    };
    await startWork(stack, context, places, settings);
  }
  if (lock) stack.use(lock.handleMessages(answerCommands({ ...parts, settings, home, secretBox })));
  const opened = stack.move();
  return { publicUrl: publicUrl(), ...keys, stop: () => opened.disposeAsync() };
}

/** Starts to take work from the queue, and to remove unneeded data. */
async function startWork(
  stack: AsyncDisposableStack,
  context: WorkerContext,
  places: readonly LeftoverPlace[],
  settings: Settings,
): Promise<void> {
  const concurrency = { renders: createRenderCapacity(settings), renditions: settings.renditions };
  stack.adopt(await startWorker(context, concurrency), (worker) => worker.stop());
  stack.adopt(startLeftoverSweep(places, context.log, context), (sweep) => sweep.stop());
  stack.adopt(startRetention(context, settings.keep), (retention) => retention.stop());
}

/** Starts to send traces. The packages for that are loaded only here, because few need them. */
async function openProcessTracing({ traceShare: share }: Settings, log: Logger) {
  const { openTracing } = await import('../tracing/tracing.ts');
  return openTracing({ share, version: manifest.version }, log);
}

function openJobRequests({ allowHosts }: Settings, log: Logger): Outbound {
  return openOutbound({ allowHosts, connectTimeoutMs: RESPONSE_TIMEOUT_MS, log });
}

function openWorkQueue(
  database: Database,
  { quotas }: Settings,
  { folder }: Home,
  log: Logger,
): Promise<Queue> {
  return openQueue(database, { log, home: folder, quotas });
}

type FirstKeys = Pick<RunningKinora, 'keys' | 'hasNewKeys'>;

async function openFirstKeys(database: Database, settings: Settings, home: Home): Promise<FirstKeys> {
  const hasNewKeys = settings.keys === undefined && (await KEY_FILE.find(home)) === undefined;
  return { keys: await activateFirstKeys(database, settings, home), hasNewKeys };
}

/** Returns the parts of the server that follow from the settings and the log alone. */
async function toServerOptions({ publicUrl, allowHosts, ...settings }: Settings, log: Logger) {
  const { region, rateLimits, trustProxy, connectionsPerAddress, quotas, keep } = settings;
  const addressRules = createAddressRules(allowHosts);
  const isPublicUrlSet = publicUrl !== undefined;
  return {
    isPublicUrlSet,
    addressRules,
    region,
    rateLimits,
    trustProxy,
    connectionsPerAddress,
    quotas,
    keep,
    studioFolder: STUDIO_FOLDER,
    embedFolder: EMBED_FOLDER,
    docsFolder: DOCS_FOLDER,
    // Loaded here, because the first request would otherwise hold up all others.
    answerAgent: await openAgentEndpoint(log),
  };
}

/** The parts with lasting data: in the home, on this machine or on others. */
interface Stores {
  /** The lock of the home. Undefined if other processes may use the home, too. */
  readonly lock: HomeLock | undefined;
  readonly database: Database;
  readonly storage: Storage;
  readonly disk: DiskSpace;
}

/** Locks the home. Opens the parts that may be on other machines, and waits for them before all other parts. */
async function openStores(
  stack: AsyncDisposableStack,
  settings: Settings,
  location: DatabaseLocation,
  home: Home,
  { log, wait }: StartContext,
): Promise<Stores> {
  const lock = location.kind === 'embedded' ? stack.use(await lockHome(home.folder)) : undefined;
  await removeStaleFrames(home, lock !== undefined);
  const openPrepared = (attempt: OpeningAttempt): Promise<Database> =>
    openPreparedDatabase(location, home, log, attempt);
  const database = stack.adopt(await wait.open('the database', openPrepared, isWorthWaiting), (part) =>
    part.close(),
  );
  const openFiles = ({ signal }: OpeningAttempt): Promise<Storage> => openStorage(settings, home, signal);
  const storage = stack.adopt(await wait.open('the storage', openFiles, mayStorageReturn), (part) =>
    part.close(),
  );
  const disk = watchDiskSpace({
    folders: [home.folder, storage.folder ?? []].flat(),
    floorBytes: settings.minFreeBytes,
    log,
  });
  return { lock, database, storage, disk };
}

async function openPreparedDatabase(
  location: DatabaseLocation,
  home: Home,
  log: Logger,
  attempt: OpeningAttempt,
): Promise<Database> {
  // Only a database on another machine may be away.
  if (location.kind === 'postgres') return await openDatabase(location, log, attempt);
  attempt.onAnswer();
  await ensureDatabase(home, log);
  return await openDatabase(location, log);
}

async function createAddressConfig(
  { files }: Settings,
  home: Home,
  { tables }: Database,
  publicUrl: () => string,
): Promise<FileAddressConfig> {
  const byDefault = await findFileAddressDefault(tables);
  if (!(files.signed ?? byDefault.signed)) return { publicUrl, cdnUrl: files.cdnUrl, secret: undefined };
  // All machines of a new installation share the secret. In an old one, addresses in use are signed with that of
  // the home.
  const loadSecret = (): Promise<string> =>
    byDefault.isNew ? ensureSharedValue(tables, 'files_secret', createSecret()) : FILES_SECRET.load(home);
  return { publicUrl, cdnUrl: files.cdnUrl, secret: files.secret ?? (await loadSecret()) };
}

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Opens the addresses of uploads. All servers on a database share their secret. */
async function openUploadAddresses({ tables }: Database, publicUrl: () => string): Promise<UploadAddresses> {
  const secret = await ensureSharedValue(tables, 'upload_secret', createSecret());
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
