import { setTimeout as wait } from 'node:timers/promises';
import { KinoraError } from '../../base/errors.ts';
import type { ProviderContext } from '../../generation/generation-provider.ts';
import { type HttpAnswer, type HttpRequest, type HttpProvider, sendRequest } from './send-request.ts';

const PAUSE_MS = 300;
/** Avatars are many. */
const MAX_LIST_BYTES = 30_000_000;
const LIST_MS = 60_000;

/**
 * Asks a service for a list, which is free. Asks a second time if the service was away.
 */
export async function readList(
  service: HttpProvider,
  path: string,
  context: ProviderContext,
): Promise<HttpAnswer> {
  const request: HttpRequest = {
    step: 'prepare',
    path,
    limitMs: LIST_MS,
    maxBytes: MAX_LIST_BYTES,
  };
  try {
    return await sendRequest(service, request, context);
  } catch (error) {
    if (!(error instanceof KinoraError) || error.code !== 'provider_unreachable') throw error;
    // If the signal aborts the pause, the second request says so.
    await wait(PAUSE_MS, undefined, { signal: context.signal }).catch(() => undefined);
    return await sendRequest(service, request, context);
  }
}
