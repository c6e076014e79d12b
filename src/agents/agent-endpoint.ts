import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Logger } from '../base/logger.ts';
import { Connection } from '../client/connection.ts';
import type { KeyScope } from '../client/index.ts';
import { CallLimiter } from './call-limiter.ts';
import type { Compute, ReadMessages } from './compute/computations.ts';
import { createAgentServer } from './create-agent-server.ts';
import { HeldEdits } from './held-edits.ts';
import { createServerBackend } from './server-backend.ts';

/** A request of an agent to a server of Kinora, whose key is known. */
interface AgentRequest extends ReadMessages {
  readonly request: Request;
  /** The owner of the key. */
  readonly owner: string;
  readonly key: string;
  readonly version: 'v1' | 'stage';
  /** Checks that the key has a scope. @throws {KinoraError} `insufficient_scope` if it does not. */
  readonly requireScope: (scope: KeyScope) => void;
  readonly compute: Compute;
  /** Sends a request to the APIs of the same server. */
  readonly fetch: typeof fetch;
  /** Aborts when the agent does not want the answer any more. */
  readonly signal: AbortSignal;
}

/** Answers requests of agents over HTTP. */
export type AnswerAgent = (request: AgentRequest) => Promise<Response>;

/**
 * Creates the endpoint of a server for agents. It keeps nothing between two requests but edits, which an agent can give
 * again, so that any of several servers can answer any request. It counts the open calls of each owner.
 */
export function createAgentEndpoint({
  version,
  log,
}: {
  readonly version: string;
  readonly log: Logger;
}): AnswerAgent {
  const held = new HeldEdits();
  const limiter = new CallLimiter();
  return async ({ request, messages, calls, owner, key, version: stage, fetch: send, signal, ...rights }) => {
    // The address only has to be valid, because `send` reaches the same server.
    const connection = new Connection({ url: 'http://kinora.invalid', key, version: stage, fetch: send });
    const backend = createServerBackend({
      place: 'on this server',
      folder: undefined,
      compute: rights.compute,
      connect: () => Promise.resolve(connection),
      hint: () => undefined,
    });
    const server = createAgentServer({
      version,
      log,
      backend,
      held,
      limiter,
      owner,
      ...rights,
      // `readMessages` has written the places.
      argumentsOf: ({ arguments: given }) => calls[Number(given?.['place'])] ?? '{}',
    });
    // Without a generator of session ids, each request is independent.
    const transport = new WebStandardStreamableHTTPServerTransport();
    signal.addEventListener('abort', () => void server.close(), { once: true });
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: messages });
  };
}
