import type { FuzzTarget } from './fuzz.ts';

const ANSWER_WITHIN_MS = 60_000;

/** Returns a function that sends requests to a server. @param address of the server. */
export function sendTo(address: string): FuzzTarget['send'] {
  return async ({ method, url, headers, body }) => {
    const answer = await fetch(new URL(url, address), {
      method,
      headers,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(body !== undefined && { body }),
    });
    const contentType = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const isStream = contentType === 'text/event-stream';
    if (isStream) await answer.body?.cancel();
    return { statusCode: answer.status, contentType, body: isStream ? '' : await answer.text() };
  };
}
