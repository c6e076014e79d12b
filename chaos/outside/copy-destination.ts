import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startFixtureServer } from '../../src/outbound/server.fixture.ts';
import type { Random } from '../random.ts';

/** A fake Azure Blob Storage that fails sometimes. */
export interface CopyDestination {
  readonly url: string;
  /** The received files by path. */
  readonly files: Map<string, Buffer>;
  readonly failures: number;
  /** Ends the failures. */
  recover(): void;
  close(): Promise<void>;
}

/** Starts a destination for copies. */
export async function startCopyDestination(random: Random): Promise<CopyDestination> {
  const files = new Map<string, Buffer>();
  let failures = 0;
  let isBroken = true;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await buffer(request);
    if (isBroken && random.chance(0.2)) {
      failures++;
      if (random.chance(0.5)) request.socket.destroy();
      else response.writeHead(503).end();
      return;
    }
    files.set((request.url ?? '').replace(/\?.*$/, ''), content);
    response.writeHead(201).end();
  };
  const server = await startFixtureServer((request, response) => {
    receive(request, response).catch(() => {
      // The sender was killed while it sent. It sends again.
      failures++;
    });
  });
  return {
    url: server.url,
    files,
    get failures() {
      return failures;
    },
    recover: () => void (isBroken = false),
    close: () => server.close(),
  };
}
