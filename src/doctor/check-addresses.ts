import { isIP, createServer } from 'node:net';
import type { ServerSettings } from '../server/settings.ts';
import { reportError, reportOk, reportWarning, type Found } from './check.ts';
import { once } from 'node:events';
import { errorCodeOf } from '../base/error-code.ts';
import type { HomeSettings } from '../home/settings.ts';
import { createMetricsListenError } from '../metrics/metrics-listener.ts';
import type { MetricsSettings } from '../metrics/settings.ts';
import { createListenError, toLocalUrl } from '../server/http/listen.ts';
import type { StoreSettings } from '../store/settings.ts';
import { isHeld } from './check-database.ts';
import { findHomeObstacle } from './check-home.ts';

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Checks the public address: that it is safe, and that a request to it reaches a Kinora that is ready. */
export async function checkAddresses(
  { publicUrl, host }: Pick<ServerSettings, 'publicUrl' | 'host'>,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  if (publicUrl === undefined) return [describeMissing(host)];
  const { protocol, hostname } = new URL(publicUrl);
  const isPlain = protocol === 'http:' && !LOCAL_NAMES.includes(hostname);
  return [
    ...(isPlain
      ? [
          reportWarning(
            `KINORA_URL is ${publicUrl}, so keys travel without encryption.`,
            'Put a proxy with TLS before Kinora: docs/deploy.md.',
          ),
        ]
      : []),
    await ask(publicUrl, signal),
  ];
}

function describeMissing(host: string): Found {
  if (LOCAL_NAMES.includes(host) || (isIP(host) !== 0 && host.startsWith('127.')))
    return { state: 'skipped', found: 'KINORA_URL is not set, and Kinora listens on this machine only.' };
  return reportWarning(
    `Kinora listens on ${host}, but KINORA_URL is not set. Callbacks then have addresses of this machine only.`,
    'Set KINORA_URL to the address that others use.',
  );
}

async function ask(publicUrl: string, signal: AbortSignal): Promise<Found> {
  let answer: Response;
  try {
    answer = await fetch(`${publicUrl}/ready`, { signal, redirect: 'manual' });
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : 'no answer';
    return reportWarning(
      `${publicUrl} cannot be reached from this machine (${cause}).`,
      'Start Kinora first. Otherwise look at the name server, the proxy and its certificate.',
    );
  }
  const body = (await answer.json().catch(() => undefined)) as
    | { readonly status?: unknown; readonly failing?: readonly string[] }
    | undefined;
  if (body?.status === 'ready') return reportOk(`${publicUrl} answers, and is ready.`);
  if (body?.status === 'not ready')
    return reportError(
      `${publicUrl} answers, but is not ready: ${(body.failing ?? []).join(', ')}.`,
      'The log of the server says why.',
    );
  return reportError(
    `${publicUrl} answers with ${answer.status}, and not as Kinora does.`,
    'Look at the proxy: it must pass all paths on to Kinora.',
  );
}

/** The answers of Kinora to a request for its readiness, and for its metrics. */
const READINESS = /^\{"status":"(?:not )?ready"/;
const METRICS = /kinora_|KINORA_METRICS_TOKEN/;
/** Milliseconds for the answer of the program that has a port. */
const ANSWER_MS = 2_000;

/** The settings of the addresses that a process listens on. */
export type ListenSettings = Pick<ServerSettings, 'host' | 'port'> &
  Pick<MetricsSettings, 'metricsAddress'> &
  HomeSettings &
  Pick<StoreSettings, 'databaseUrl'>;

const SAME_PORT = { state: 'error', advice: 'Set KINORA_METRICS to another port.' } as const;

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Checks that a server can listen where the settings say, or that it does so already. */
export async function checkPorts(settings: ListenSettings): Promise<readonly Found[]> {
  const { host, port, metricsAddress } = settings;
  const server = await checkPort(settings, { host, port }, createListenError, '/ready', READINESS);
  if (metricsAddress === undefined) return [server];
  if (port !== 0 && metricsAddress.port === port)
    return [server, { ...SAME_PORT, found: `PORT and KINORA_METRICS are both ${port}.` }];
  return [server, await checkPort(settings, metricsAddress, createMetricsListenError, '/metrics', METRICS)];
}

async function checkPort(
  settings: ListenSettings,
  address: Address,
  createError: (address: Address, cause: unknown) => Error,
  path: string,
  isKinora: RegExp,
): Promise<Found> {
  const { host, port } = address;
  const error = await tryToListen(address);
  if (error === undefined)
    return { state: 'ok', found: port === 0 ? `Kinora can listen on ${host}.` : `${host}:${port} is free.` };
  const isTaken = errorCodeOf(error) === 'EADDRINUSE';
  if (
    isTaken &&
    isKinora.test(await readAnswer(`${toLocalUrl(host, port)}${path}`)) &&
    (await mayBeOurs(settings))
  )
    return reportOk(`A running Kinora listens on ${host}:${port}.`);
  return { state: 'error', found: createError(address, error).message };
}

/**
 * True if a running Kinora may be that of these settings. One with PostgreSQL does not lock its home, and a home that
 * this user cannot use gives no information.
 */
async function mayBeOurs(settings: ListenSettings): Promise<boolean> {
  if (settings.databaseUrl !== undefined) return true;
  return (await findHomeObstacle(settings)) !== undefined || (await isHeld(settings.home));
}

async function tryToListen({ host, port }: Address): Promise<unknown> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    return error;
  }
  server.close();
  await once(server, 'close');
  return undefined;
}

/** Returns the answer to a request, or an empty text if there is none. */
async function readAnswer(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });
    return await answer.text();
  } catch {
    return '';
  }
}
