import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { startFixtureServer } from '../../src/outbound/server.fixture.ts';
import type { CallbackBody } from '../../test/e2e/receivers.ts';
import type { Random } from '../random.ts';

/** A callback that arrived with a valid signature. */
export interface Arrival {
  /** The `webhook-id`: the same in each attempt. */
  readonly id: string;
  /** The last part of the address that the client gave. */
  readonly address: string;
  readonly body: CallbackBody;
  /** True if it was answered with success. */
  readonly isTaken: boolean;
}

/** A receiver of callbacks that fails sometimes. */
export interface CallbackReceiver {
  readonly url: string;
  readonly arrivals: Arrival[];
  /** The reasons why callbacks were no valid ones. */
  readonly rejected: string[];
  /** Number of answers that were failures. */
  readonly failures: number;
  /** Ends the failures. */
  recover(): void;
  close(): Promise<void>;
}

/**
 * Starts the receiver. Callbacks come to `URL/OWNER/ADDRESS`.
 *
 * @param secretOf returns the secret of an owner.
 */
export async function startCallbackReceiver(
  secretOf: (owner: string) => string,
  random: Random,
): Promise<CallbackReceiver> {
  const arrivals: Arrival[] = [];
  const rejected: string[] = [];
  const failuresLeft = new Map<string, number>();
  let failures = 0;
  let isBroken = true;
  /** At most the first two attempts fail, because the pauses between later ones are longer than a run. */
  const mayFail = (id: string): boolean => {
    const left = failuresLeft.get(id) ?? (random.chance(0.15) ? random.whole(1, 2) : 0);
    failuresLeft.set(id, left - 1);
    return isBroken && left > 0;
  };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await text(request);
    const [owner = '', address = ''] = (request.url ?? '').split('/').slice(1);
    // Node.js returns each of these headers as a string.
    const headers = request.headers as Record<string, string>;
    try {
      const body = new Webhook(secretOf(owner)).verify(content, headers) as CallbackBody;
      const id = headers['webhook-id'] ?? '';
      const fails = mayFail(id);
      arrivals.push({ id, address, body, isTaken: !fails });
      if (!fails) return void response.writeHead(204).end();
      failures++;
      if (random.chance(0.5)) response.writeHead(500).end();
      else request.socket.destroy();
    } catch (error) {
      rejected.push(`${request.url}: ${String(error)}`);
      response.writeHead(400).end();
    }
  };
  const server = await startFixtureServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      // The sender was killed while it sent. It sends again.
      if (!request.destroyed) rejected.push(String(error));
    });
  });
  return {
    url: server.url,
    arrivals,
    rejected,
    get failures() {
      return failures;
    },
    recover: () => void (isBroken = false),
    close: () => server.close(),
  };
}
