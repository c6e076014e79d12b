import { Webhook } from 'standardwebhooks';
import { KinoraError } from '../base/errors.ts';
import { discard, type Outbound } from '../outbound/index.ts';
import type { CallbackRow, CallbackAttemptOutcome } from '../store/callbacks.ts';

/** Milliseconds that a receiver has, from the look-up of its name to the head of its answer (contract C35). */
export const RESPONSE_TIMEOUT_MS = 10_000;

/** A callback that is signed with its owner's secret. */
export type CallbackToSend = Pick<CallbackRow, 'id' | 'event' | 'url' | 'body' | 'attempts'> & {
  /** `whsec_` and base64. */
  readonly secret: string;
};

/**
 * Sends a callback once. What the receiver answers is not read but for its status, and redirects are not followed: an event is for the
 * address that was given.
 *
 * @param timeoutMs for the whole attempt.
 * @returns the outcome, whatever it is, in words for the client.
 * @throws what `signal` says when it ended the attempt: nothing is known of it then.
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
    return toOutcome(
      null,
      timeout.aborted ? `The receiver did not answer within ${timeoutMs / 1000} s.` : describeError(error),
    );
  }
}

function describeStatus(code: number): string | null {
  if (code >= 200 && code < 300) return null;
  const hint = code >= 300 && code < 400 ? '; redirects are not followed' : '';
  return `The receiver answered with the status ${code}${hint}.`;
}

function describeError(error: unknown): string {
  if (error instanceof KinoraError) return error.message;
  return 'The receiver could not be reached, or broke the connection off.';
}

/** Those of the public service's sender, and those of Standard Webhooks, by which a receiver knows that it was us. */
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
