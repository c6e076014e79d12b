import { Webhook } from 'standardwebhooks';
import { KinoraError } from '../base/errors.ts';
import { discard, type Outbound } from '../outbound/index.ts';
import type { CallbackRow, CallbackAttemptOutcome } from '../store/callbacks.ts';

/**
 * Time limit of an attempt in milliseconds, from the DNS look-up to the head of the response (contract C35).
 */
export const RESPONSE_TIMEOUT_MS = 10_000;

/** A callback and the secret of its owner. The secret signs the callback. */
export type CallbackToSend = Pick<CallbackRow, 'id' | 'event' | 'url' | 'body' | 'attempts'> & {
  /** `whsec_` followed by base64. */
  readonly secret: string;
};

/**
 * Sends a callback once. Reads only the status of the response. Does not follow redirects, because an event
 * is meant for the given URL only.
 *
 * @param timeoutMs Time limit of the whole attempt in milliseconds.
 * @returns The outcome. Its error is a message for the client.
 * @throws The reason of `signal` if the signal aborted the attempt. In that case, the outcome is unknown.
 */
export async function sendCallback(
  outbound: Outbound,
  callback: CallbackToSend,
  signal: AbortSignal,
  timeoutMs: number = RESPONSE_TIMEOUT_MS,
): Promise<CallbackAttemptOutcome> {
  const started = performance.now();
  const toOutcome = (code: number | null, error: string | null): CallbackAttemptOutcome => ({
    code,
    error,
    took: performance.now() - started,
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await outbound.request(new URL(callback.url), {
      method: 'POST',
      headers: createHeaders(callback),
      body: callback.body,
      stallTimeoutMs: timeoutMs,
      signal: AbortSignal.any([signal, timeout]),
    });
    discard(response);
    const { statusCode: code } = response;
    return toOutcome(code, describeStatus(code));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return toOutcome(null, `The receiver did not respond within ${timeoutMs / 1000} s.`);
    const lost = 'The receiver could not be reached or closed the connection.';
    return toOutcome(null, error instanceof KinoraError ? error.message : lost);
  }
}

function describeStatus(code: number): string | null {
  if (code >= 200 && code < 300) return null;
  const hint = code >= 300 && code < 400 ? ' Redirects are not followed.' : '';
  return `The receiver responded with the status ${code}.${hint}`;
}

/**
 * Creates the headers: those of the public service, and those of Standard Webhooks. The latter let a receiver
 * verify the sender.
 */
function createHeaders({ id, event, body, attempts, secret }: CallbackToSend): Record<string, string> {
  const now = new Date();
  return {
    'content-type': 'application/json',
    'user-agent': 'Kinora-Webhook/1.0',
    'x-shotstack-event-type': event.split('/')[0] ?? event,
    'x-shotstack-attempt': String(attempts + 1),
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}
