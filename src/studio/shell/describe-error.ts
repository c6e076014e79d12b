import { KinoraApiError } from '../../client/index.ts';

/** Says in words for people why a request failed. */
export function describeError(error: unknown): string {
  if (error instanceof KinoraApiError) {
    if (error.status === 401) return 'The server does not know this key in this environment. Check both.';
    return error.message;
  }
  if (error instanceof TypeError) return 'The server does not answer. Check that it runs, and try again.';
  return error instanceof Error ? error.message : String(error);
}
