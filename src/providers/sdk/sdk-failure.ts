import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import type { ServiceFailure } from '../provider-errors.ts';

/** The error for an unsuccessful or unreadable response to a request without the SDK. */
export class ServiceResponseError extends Error {
  readonly failure: ServiceFailure;

  constructor(failure: ServiceFailure) {
    super(`The service answered ${failure.status ?? 'nothing'}.`);
    this.failure = failure;
  }
}

/**
 * Describes the error of a call of the SDK. Does not keep the errors of the SDK, because they hold the whole
 * request, with its images.
 */
export function toSdkFailure(error: unknown): ServiceFailure {
  if (error instanceof ServiceResponseError) return error.failure;
  if (error instanceof KinoraError || isNetworkError(error)) return { error };
  if (isCallError(error)) {
    const { statusCode: status, responseBody: body, responseHeaders, cause } = error;
    if (status === undefined) return toSdkFailure(cause);
    return { status, body, retryAfter: responseHeaders?.['retry-after'] };
  }
  // The SDK did not understand the answer.
  return { status: 200, error: new Error(error instanceof Error ? error.message : String(error)) };
}

/** The fields of an `APICallError` that matter here. */
interface CallError extends Error {
  readonly statusCode?: number;
  readonly responseBody?: string;
  readonly responseHeaders?: Readonly<Record<string, string>>;
}

/** True for an `APICallError`. Compares the name, so that this file does not load the SDK. */
function isCallError(error: unknown): error is CallError {
  return error instanceof Error && error.name === 'AI_APICallError';
}

function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ['TimeoutError', 'AbortError'].includes(error.name) || errorCodeOf(error) !== undefined;
}
