import { KinoraError } from '../../base/errors.ts';
import type { ServiceName } from '../../create/model.ts';
import type { ServiceAccess, ServiceContext } from '../../generation/generation-provider.ts';
import { createGuardedFetch, openOutbound, type Outbound } from '../../outbound/index.ts';
import { type ServiceStep, toServiceError } from '../provider-errors.ts';
import { toSdkFailure } from './sdk-failure.ts';

/** One call of a step of a service. */
export interface ServiceCall {
  readonly service: ServiceName;
  readonly step: ServiceStep;
  /** Time limit of the call in milliseconds. */
  readonly limitMs: number;
  /** Maximum size of a response in bytes, except of a download. */
  readonly maxBytes: number;
}

/** The connections of one call. */
export interface ServiceConnection {
  readonly service: ServiceName;
  readonly key: string;
  readonly outbound: Outbound;
  /** A `fetch` that goes through the guard. */
  readonly fetch: typeof fetch;
  /** Fires if the caller cancels or the time limit of the call is over. */
  readonly signal: AbortSignal;
  /** Time limit of the call in milliseconds. */
  readonly limitMs: number;
}

const CONNECT_MS = 10_000;
/** Maximum size of a JSON response in bytes. */
export const MAX_JSON_BYTES = 5_000_000;

/**
 * Makes one call to a service. Each call has connections of its own: a kept one may just be closed by the
 * service, and then it would be unknown whether the service has taken the request.
 *
 * @throws {KinoraError} as `GenerationProvider` says.
 */
export async function callService<Result>(
  { service, step, limitMs, maxBytes }: ServiceCall,
  { access, signal }: ServiceContext,
  work: (connection: ServiceConnection) => Promise<Result>,
): Promise<Result> {
  checkKey(service, access.key);
  const outbound = openOutbound({ allowHosts: allowedHosts(access), connectTimeoutMs: CONNECT_MS });
  try {
    signal.throwIfAborted();
    return await work({
      service,
      key: access.key,
      outbound,
      fetch: createGuardedFetch(outbound, { maxBytes, stallTimeoutMs: limitMs }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      limitMs,
    });
  } catch (error) {
    throw toServiceError(service, step, { ...toSdkFailure(error), signal }, access.key);
  } finally {
    await outbound.close();
  }
}

/** The operator chose the base URL, so its host may be private. */
function allowedHosts({ url }: ServiceAccess): string[] {
  return url === undefined ? [] : [new URL(url).hostname];
}

/** Rejects a key that cannot be in a header, because the error of the header would repeat the key. */
function checkKey(service: ServiceName, key: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw new KinoraError(
    'provider_rejects_key',
    `The API key of the service ${service} is not a word of ASCII characters. Set it again with \`kinora providers set\`.`,
  );
}

/**
 * Returns the base URL of a service without a slash at its end, without a query and without credentials.
 *
 * @param defaultUrl the base URL of the service itself. Its path is also that of a URL without a path.
 */
export function serviceUrlOf({ url }: ServiceAccess, defaultUrl: string): string {
  const base = new URL(url ?? defaultUrl);
  const path = base.pathname.replace(/(?<!\/)\/+$/, '');
  return base.origin + (path === '' ? new URL(defaultUrl).pathname.replace(/(?<!\/)\/+$/, '') : path);
}
