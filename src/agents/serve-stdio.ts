import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallLimiter } from './call-limiter.ts';
import { computeHere } from './compute/compute.ts';
import { stringify } from './compute/edit-text.ts';
import { createAgentServer, type AgentServerParts } from './create-agent-server.ts';
import { HeldEdits } from './held-edits.ts';

/** Maximum size of a message in bytes. A larger one ends the session. */
const MAX_MESSAGE_BYTES = 16 * 2 ** 20;

/** The streams of the agent, and the signal that ends the session. */
export interface StdioSession extends Pick<AgentServerParts, 'version' | 'backend' | 'log'> {
  readonly stdin: Readable;
  /** Gets messages of the protocol and nothing else. */
  readonly stdout: Writable;
  readonly signal: AbortSignal;
}

/** The agent of a process of its own. */
export const LOCAL_AGENT: Pick<AgentServerParts, 'owner' | 'compute' | 'argumentsOf' | 'requireScope'> = {
  owner: 'local',
  compute: computeHere,
  argumentsOf: ({ arguments: given = {} }) => stringify(given),
  requireScope: () => undefined,
};

/** Serves the tools to the agent at the other end of the streams, until it goes away. Closes the backend. */
export async function serveStdio({ stdin, stdout, signal, ...parts }: StdioSession): Promise<void> {
  const server = createAgentServer({
    ...parts,
    ...LOCAL_AGENT,
    held: new HeldEdits(),
    limiter: new CallLimiter(),
  });
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
  const ended = new Promise<void>((resolve) => {
    const end = (): void => resolve();
    // The transport itself does not notice that the agent has gone away.
    for (const event of ['end', 'close', 'error']) stdin.once(event, end);
    stdout.once('error', end);
    signal.addEventListener('abort', end, { once: true });
    server.server.onclose = end;
    server.server.onerror = (error) =>
      parts.log.warn({ err: error }, 'A message of the agent could not be read.');
  });
  try {
    await server.connect(transport);
    await ended;
  } finally {
    // First the calls, whose signals this aborts, then the renders.
    await server.close();
    await parts.backend.close();
  }
}
