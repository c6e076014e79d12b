import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { ProviderUnreachable } from '../generation/provider-unreachable.ts';
import {
  classifyAnswer,
  cleanReason,
  findJsonReason,
  isQuotaUsedUp,
  toExchangeFailure,
} from '../outbound/index.ts';

/**
 * The step of a generation that has failed. Only `start` is paid. `prepare` stands for the free requests before it,
 * and the others are about its job.
 */
export type ProviderStep = 'prepare' | 'start' | 'look' | 'fetch';

/** The facts about a failed request to a service. */
export interface ProviderFailure {
  /** Status of the response. Undefined if there is no response. 2xx if the response cannot be read. */
  readonly status?: number | undefined;
  /** Body of the response. */
  readonly body?: string | undefined;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The value that was thrown. */
  readonly error?: unknown;
  /** The signal of the caller. If it has aborted, the error is `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}

/** The codes of errors of the disk of this machine. */
const DISK_CODES: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EMFILE', 'ENOENT', 'EIO'];

/**
 * Converts a failed request to a service to the error that `GenerationProvider` promises.
 *
 * @param service name of the service.
 * @param key API key of the request. The key is removed from the message.
 */
export function toProviderError(
  service: string,
  step: ProviderStep,
  failure: ProviderFailure,
  key: string,
): KinoraError {
  const { status, error, signal } = failure;
  if (signal?.aborted === true)
    return new KinoraError('cancelled', 'The generation was cancelled.', { cause: error });
  if (error instanceof KinoraError && error.code !== 'asset_refused' && error.code !== 'asset_unreachable')
    return error;
  if (status === undefined) return toUnansweredError(service, step, error);
  return toStatusError(service, step, { ...failure, status }, key);
}

/**
 * Creates the error for a service that has refused a request.
 *
 * @param reason the service's own text. It is cleaned.
 */
export function createProviderRefusal(
  service: string,
  reason: string,
  key: string,
  cause?: unknown,
): KinoraError {
  const cleaned = cleanReason(reason, [key]);
  const message = `The service ${service} has refused the request${cleaned === '' ? '' : `: ${cleaned}`}.`;
  return new KinoraError('provider_refused', message, { cause });
}

/**
 * Creates the error for a job that has failed at a service. Some services find out only then that the account has
 * no credit.
 *
 * @param reason the service's own text. It is cleaned.
 * @param error the service's own description of the error, from which its code is read.
 */
export function createJobFailure(
  service: string,
  reason: string | null | undefined,
  key: string,
  error?: unknown,
): KinoraError {
  const failed = `The job of the service ${service} has failed`;
  if (isQuotaUsedUp(400, JSON.stringify({ error })))
    return new KinoraError(
      'provider_quota',
      `${failed}, because the account has no credit or quota left. Add credit at the service, then send the request again.`,
    );
  const why = cleanReason(reason ?? '', [key]) || 'it gives no reason';
  return new KinoraError('provider_refused', `${failed}: ${why}.`);
}

function toStatusError(
  service: string,
  step: ProviderStep,
  { status, body = '', retryAfterMs, error }: ProviderFailure & { readonly status: number },
  key: string,
): KinoraError {
  const answered = `The service ${service} answered ${status}`;
  const reason = cleanReason(findJsonReason(body), [key]);
  const because = reason === '' ? '' : `: ${reason}`;
  const cause = { cause: error };
  switch (classifyAnswer(status, body)) {
    case 'accepted':
      return toOpenError(service, step, UNREADABLE, cause);
    case 'redirected':
      return new KinoraError(
        'provider_refused',
        `${answered}, which is a redirect. Set the URL that it redirects to with \`kinora providers set\`.`,
        cause,
      );
    case 'quota':
      return new KinoraError(
        'provider_quota',
        `${answered}, because the account has no credit or quota left${because}. Add credit at the service, then send the request again.`,
        cause,
      );
    case 'unauthorised':
      // Does not quote the service's own message, because it may repeat a part of the key.
      return new KinoraError(
        'provider_rejects_key',
        `${answered}: it rejects the API key, or the key does not allow this. Set another key with \`kinora providers set\`.`,
        cause,
      );
    case 'busy':
      return new ProviderUnreachable(
        `${answered}${because || ': it has no capacity at the moment'}. Try again later.`,
        { ...cause, retryAfterMs },
      );
    case 'broken':
      return toOpenError(service, step, `it answered ${status}${because}`, { ...cause, retryAfterMs });
    case 'refused':
      if (step === 'look' && (status === 404 || status === 410))
        return new KinoraError(
          'provider_refused',
          `The service ${service} does not know this job any more: it answered ${status}. Look for the job in your account there.`,
          cause,
        );
      return reason === ''
        ? new KinoraError(
            'provider_refused',
            `The service ${service} has refused the request with ${status}.`,
            cause,
          )
        : createProviderRefusal(service, reason, key, error);
  }
}

const UNREADABLE = 'its answer cannot be read';

function toUnansweredError(service: string, step: ProviderStep, error: unknown): KinoraError {
  const { outcome, message } = toExchangeFailure(error);
  const cause = { cause: error };
  if (outcome === 'forbidden' && step === 'fetch')
    // The guard rejects an address that the service gave. Another attempt does not change the address.
    return new KinoraError(
      'provider_refused',
      `The result of the service ${service} cannot be read: ${message}.`,
      cause,
    );
  if (outcome === 'forbidden' || outcome === 'invalid' || outcome === 'unsent')
    return new ProviderUnreachable(`The service ${service} cannot be reached: ${message}.`, cause);
  if (outcome === 'endless') return toOpenError(service, step, UNREADABLE, cause);
  const isDisk = DISK_CODES.includes(errorCodeOf(error) ?? '');
  return toOpenError(
    service,
    step,
    isDisk ? 'Kinora cannot write its result on this machine' : message,
    cause,
  );
}

/** Creates the error for a request with an unknown outcome. */
function toOpenError(
  service: string,
  step: ProviderStep,
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
