import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { ProviderUnreachable } from '../generation/provider-unreachable.ts';
import { parseRetryAfter } from '../outbound/index.ts';
import { cleanReason, extractServiceReason, isQuotaUsedUp } from './refusal-reason.ts';

/** The step of a generation that has failed: only `start` is paid. */
export type ServiceStep = 'start' | 'look' | 'fetch';

/** The facts about a failed request to a service. */
export interface ServiceFailure {
  /** Status of the response. Undefined if there is no response. 2xx if the response cannot be read. */
  readonly status?: number | undefined;
  /** Body of the response. */
  readonly body?: string | undefined;
  /** Header `Retry-After` of the response. */
  readonly retryAfter?: string | undefined;
  /** The value that was thrown. */
  readonly error?: unknown;
  /** The signal of the caller. If it has aborted, the error is `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}

/** Maximum length of a service's own error text in a message, in characters. */
const MAX_REASON_LENGTH = 300;

/** The codes of errors that end a connection before a request is sent. */
const UNSENT_CODES: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
];
/** The codes that only count as unsent if the failed call is `connect`. */
const CONNECT_CODES: readonly string[] = ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'];
/** The codes of errors of the disk of this machine. */
const DISK_CODES: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EMFILE', 'ENOENT', 'EIO'];
const TIMEOUTS: readonly string[] = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'];

/**
 * Converts a failed request to a service to the error that `GenerationProvider` promises.
 *
 * @param service name of the service.
 * @param key API key of the request. The key is removed from the message.
 */
export function toServiceError(
  service: string,
  step: ServiceStep,
  failure: ServiceFailure,
  key: string,
): KinoraError {
  const { status, error, signal } = failure;
  if (signal?.aborted === true)
    return new KinoraError('cancelled', 'The generation was cancelled.', { cause: error });
  if (error instanceof KinoraError && error.code !== 'asset_refused' && error.code !== 'asset_unreachable')
    return error;
  if (status === undefined) return toNetworkError(service, step, error);
  if (status >= 200 && status < 300)
    return toOpenError(service, step, 'its answer cannot be read', { cause: error });
  return toStatusError(service, step, { ...failure, status }, key);
}

/**
 * Creates the error for a service that has refused a request.
 *
 * @param reason the service's own text. It is cleaned.
 */
export function createServiceRefusal(
  service: string,
  reason: string,
  key: string,
  cause?: unknown,
): KinoraError {
  const cleaned = cleanReason(reason, key, MAX_REASON_LENGTH);
  const message = `The service ${service} has refused the request${cleaned === '' ? '' : `: ${cleaned}`}.`;
  return new KinoraError('provider_refused', message, { cause });
}

/** Creates the error for a job that a service does not know. */
export function createForgottenJobError(service: string, status: number): KinoraError {
  const message = `The service ${service} does not know this job any more: it answered ${status}. Look for the job in your account there.`;
  return new KinoraError('provider_refused', message);
}

/**
 * Creates the error for a job that has failed at a service.
 *
 * @param reason the service's own text. It is cleaned.
 */
export function createJobFailure(service: string, reason: string, key: string): KinoraError {
  const cleaned = cleanReason(reason, key, MAX_REASON_LENGTH);
  return new KinoraError('provider_refused', `The job of the service ${service} has failed: ${cleaned}.`);
}

function toStatusError(
  service: string,
  step: ServiceStep,
  { status, body = '', retryAfter, error }: ServiceFailure & { readonly status: number },
  key: string,
): KinoraError {
  const answered = `The service ${service} answered ${status}`;
  const reason = extractServiceReason(body, key, MAX_REASON_LENGTH);
  const because = reason === '' ? '' : `: ${reason}`;
  const cause = { cause: error };
  if (isQuotaUsedUp(status, body)) {
    const message = `${answered}, because the account has no credit or quota left${because}. Add credit at the service, then send the request again.`;
    return new KinoraError('provider_quota', message, cause);
  }
  // Does not quote the service's own message, because it may repeat a part of the key.
  if (status === 401 || status === 403) {
    const message = `${answered}: it rejects the API key, or the key does not allow this. Set another key with \`kinora providers set\`.`;
    return new KinoraError('provider_rejects_key', message, cause);
  }
  if (status === 429 || status === 503)
    return new ProviderUnreachable(
      `${answered}${because || ': it has no capacity at the moment'}. Try again later.`,
      {
        ...cause,
        retryAfterMs: parseRetryAfter(retryAfter),
      },
    );
  if (status >= 500 || status === 408)
    return toOpenError(service, step, `it answered ${status}${because}`, {
      ...cause,
      retryAfterMs: parseRetryAfter(retryAfter),
    });
  return toFinalStatusError(service, step, { status, error, reason }, key);
}

/** Converts a redirect or a refusal, which no repetition changes. */
function toFinalStatusError(
  service: string,
  step: ServiceStep,
  { status, error, reason }: { readonly status: number; readonly error: unknown; readonly reason: string },
  key: string,
): KinoraError {
  const cause = { cause: error };
  if (status < 400) {
    const message = `The service ${service} answered ${status}, which is a redirect. Set the URL that it redirects to with \`kinora providers set\`.`;
    return new KinoraError('provider_refused', message, cause);
  }
  if (step === 'look' && (status === 404 || status === 410)) return createForgottenJobError(service, status);
  return reason === ''
    ? new KinoraError(
        'provider_refused',
        `The service ${service} has refused the request with ${status}.`,
        cause,
      )
    : createServiceRefusal(service, reason, key, error);
}

function toNetworkError(service: string, step: ServiceStep, error: unknown): KinoraError {
  if (error instanceof KinoraError && step !== 'start') {
    // The guard rejects an address that the service gave. Another attempt does not change the address.
    const message = `The result of the service ${service} cannot be read: ${error.message}`;
    return new KinoraError('provider_refused', message, { cause: error });
  }
  const unsent = describeUnsent(error);
  if (unsent !== undefined)
    return new ProviderUnreachable(`The service ${service} cannot be reached: ${unsent}.`, { cause: error });
  return toOpenError(service, step, describeLost(error), { cause: error });
}

/** Creates the error for a request with an unknown outcome. */
function toOpenError(
  service: string,
  step: ServiceStep,
  what: string,
  options: { readonly cause: unknown; readonly retryAfterMs?: number | undefined },
): KinoraError {
  if (step !== 'start')
    return new ProviderUnreachable(`The service ${service} cannot be read: ${what}.`, options);
  const message =
    `It is unknown whether the service ${service} has taken the request: ${what}. ` +
    'Kinora does not ask again automatically, so that nothing is paid twice. ' +
    'Send the request again if you want to ask again.';
  return new KinoraError('provider_unknown', message, { cause: options.cause });
}

/** Returns why a request was certainly not sent. Undefined if it may have been sent. */
function describeUnsent(error: unknown): string | undefined {
  if (error instanceof KinoraError) return error.message.replace(/\.$/, '');
  const code = errorCodeOf(error) ?? '';
  if (code === 'ENOTFOUND') return 'its host does not exist';
  if (code === 'EAI_AGAIN') return 'the DNS lookup of its host failed';
  if (code === 'ECONNREFUSED') return 'its server refuses the connection';
  if (/CERT|UNABLE_TO_|^ERR_SSL_WRONG_VERSION/.test(code)) return 'its certificate is not valid';
  if (UNSENT_CODES.includes(code) || isConnectError(error, code))
    return 'its server does not accept the connection';
  return undefined;
}

function isConnectError(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.every((each: unknown) => isConnectError(each, errorCodeOf(each) ?? ''));
  if (error.message.includes('before secure TLS connection was established')) return true;
  return CONNECT_CODES.includes(code) && 'syscall' in error && error.syscall === 'connect';
}

function describeLost(error: unknown): string {
  const isTimeout = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
  const code = errorCodeOf(error) ?? '';
  if (isTimeout || TIMEOUTS.includes(code)) return 'it did not answer in time';
  if (DISK_CODES.includes(code)) return 'Kinora cannot write its result on this machine';
  return 'the connection was lost';
}
