import type { Readable } from 'node:stream';
import type { Agent, Dispatcher, request } from 'undici';
import { KinoraError } from '../base/errors.ts';
import { type Logger, SILENT } from '../base/logger.ts';
import { redactUrl } from '../base/redact-url.ts';
import { createAddressRules } from './address-rules.ts';
import {
  type ConnectorConfig,
  createGuardedConnector,
  ForbiddenAddress,
  type Resolve,
  runFor,
  UnusableName,
} from './guarded-connector.ts';
import { lookUpName, lookUpOperatorsName } from './names/look-ups.ts';

const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];
const CREDENTIAL_HEADERS: readonly string[] = [
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-api-key',
  'xi-api-key',
];

/** Configuration of the outbound client. */
export interface OutboundConfig {
  /** Private host names and IP addresses, with or without a port, and CIDR blocks that requests may reach. */
  readonly allowHosts: readonly string[];
  /** Time limit in milliseconds for resolving a host and connecting to it, including TLS. More than 0. */
  readonly connectTimeoutMs: number;
  /** Resolves a host name to all its addresses. By default the resolver of this process. For tests. */
  readonly resolve?: Resolve;
  /** Learns why a host was not contacted. The error for the client does not say it. */
  readonly log?: Logger;
}

/** Options of an outbound request. */
export interface OutboundRequest {
  /** `GET` by default. Only a `GET` follows redirects. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Headers by lower-case name. After a redirect to another origin, headers with credentials are not sent.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream is read once, at the pace of the network, and destroyed if the request fails. */
  readonly body?: string | Buffer | Readable;
  /** The request fails if no byte is sent or received for this many milliseconds. More than 0. */
  readonly stallTimeoutMs: number;
  readonly signal?: AbortSignal;
  /**
   * The owner for whom the request is sent. The look-ups of names are shared out between owners. Undefined for
   * requests of Kinora itself.
   */
  readonly owner?: string | undefined;
}

/** The response to an outbound request. Its body must be read to its end or destroyed. */
export type OutboundResponse = Dispatcher.ResponseData;

/** The outbound HTTP client. It contacts only public and allowed hosts. */
export interface Outbound {
  /**
   * Sends one request. Sends credentials in the URL as an `Authorization` header, but never to another origin
   * after a redirect.
   *
   * @throws {KinoraError} `asset_refused` if the URL or a redirect is not http(s) or names a private address.
   *   `asset_unreachable` if a host name does not exist or has a private address, or if there are more than five
   *   redirects. Network errors pass through.
   */
  request(url: URL, options: OutboundRequest): Promise<OutboundResponse>;
  /** Closes all connections, including those in use. */
  close(): Promise<void>;
}

/**
 * Opens the guarded HTTP client. Each connection goes to exactly the address that was checked, so that a host
 * cannot change its address between the check and the connection.
 *
 * @throws {KinoraError} `invalid_setting` if an allowed host is not a host name, an IP address or a CIDR
 *   block.
 */
export function openOutbound(config: OutboundConfig): Outbound {
  const connector: ConnectorConfig = {
    rules: createAddressRules(config.allowHosts),
    resolve: config.resolve ?? resolveName,
    connectTimeoutMs: config.connectTimeoutMs,
    log: config.log ?? SILENT,
  };
  let opening: Promise<HttpClient> | undefined;
  return {
    request: async (url, options) =>
      followRedirects(await (opening ??= openHttpClient(connector)), url, options),
    close: async () => (await opening)?.agent.destroy(),
  };
}

/** Creates an outbound client whose requests are sent for an owner. It closes the given one. */
export function sendFor(owner: string, outbound: Outbound): Outbound {
  return {
    request: (url, options) => outbound.request(url, { ...options, owner }),
    close: () => outbound.close(),
  };
}

const resolveName: Resolve = (host, { isOperators, ...asker }) =>
  isOperators ? lookUpOperatorsName(host, asker) : lookUpName(host, asker);

/** The `request` function of undici, and the agent that holds its connections. */
interface HttpClient {
  readonly agent: Agent;
  readonly request: typeof request;
}

/** Loads undici on first use, because a render of local files sends no requests. */
async function openHttpClient(connector: ConnectorConfig): Promise<HttpClient> {
  const { Agent, buildConnector, request } = await import('undici');
  return { agent: new Agent({ connect: createGuardedConnector(connector, buildConnector) }), request };
}

/**
 * Follows redirects. Does not leave this to undici, because undici reads the whole body of each redirect,
 * however long the body is.
 */
async function followRedirects(
  client: HttpClient,
  url: URL,
  options: OutboundRequest,
): Promise<OutboundResponse> {
  let target = url;
  let headers = options.headers ?? {};
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await sendTo(client, url, target, { ...options, headers });
    const next =
      options.method === undefined || options.method === 'GET' ? redirectOf(response, target) : undefined;
    if (!next) return response;
    discard(response);
    if (next.origin !== target.origin)
      headers = Object.fromEntries(
        Object.entries(headers).filter(([name]) => !CREDENTIAL_HEADERS.includes(name)),
      );
    else if (next.username === '' && next.password === '') {
      next.username = target.username;
      next.password = target.password;
    }
    target = next;
  }
  throw new KinoraError('asset_unreachable', `${redactUrl(url)} redirects more than ${MAX_REDIRECTS} times.`);
}

async function sendTo(
  { agent, request }: HttpClient,
  requestedUrl: URL,
  target: URL,
  options: OutboundRequest,
): Promise<OutboundResponse> {
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    const what = target === requestedUrl ? 'is not' : `redirects to ${target.protocol} and not to`;
    throw new KinoraError('asset_refused', `${redactUrl(requestedUrl)} ${what} an http or https URL.`);
  }
  const send = (): Promise<OutboundResponse> =>
    request(target, {
      dispatcher: agent,
      method: options.method ?? 'GET',
      headers: { 'user-agent': 'Kinora', ...toAuthorization(target), ...options.headers },
      headersTimeout: options.stallTimeoutMs,
      bodyTimeout: options.stallTimeoutMs,
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  try {
    return await runFor({ owner: options.owner, signal: options.signal }, send);
  } catch (error) {
    throw toHostError(requestedUrl, error);
  }
}

/** Describes a host that was not contacted. Says the same of a private name and of one that does not exist. */
function toHostError(requestedUrl: URL, error: unknown): unknown {
  const only = 'Kinora contacts only public hosts and those in KINORA_ALLOW_HOSTS.';
  const displayUrl = redactUrl(requestedUrl);
  if (error instanceof UnusableName) {
    const sentence = `${displayUrl} cannot be reached: its host ${error.host} does not exist, or its address is private. ${only}`;
    return new KinoraError('asset_unreachable', sentence, { cause: error });
  }
  if (!(error instanceof ForbiddenAddress)) return error;
  const sentence = `${displayUrl} leads to the host ${error.host}, which is private or reserved. ${only}`;
  return new KinoraError('asset_refused', sentence, { cause: error });
}

function toAuthorization(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const credentials = `${decodePercent(url.username)}:${decodePercent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that is not part of a valid escape stays as it is.
    return text;
  }
}

function redirectOf(response: OutboundResponse, from: URL): URL | undefined {
  const location = headerOf(response, 'location');
  if (!REDIRECT_STATUSES.includes(response.statusCode) || location === undefined) return undefined;
  return URL.parse(location, from.href) ?? undefined;
}

/** Returns a header of a response, or undefined if the header is absent or repeated. */
export function headerOf(response: OutboundResponse, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Discards a response without reading its body. */
export function discard(response: OutboundResponse): void {
  // Destroying an unread body emits an error event, which is expected here.
  response.body.on('error', () => undefined).destroy();
}
