import type { KinoraClient } from '../client/client.ts';
import type { Connection } from '../client/connection.ts';
import type { KeptEdits } from './backend.ts';
import type { Compute } from './compute/computations.ts';
import { createKeptEditCall, createSaveCall } from './server-calls.ts';

/** Has a server do some work. Errors have a sentence for the agent. */
export type AskServer = <Answer>(
  work: (kinora: KinoraClient, connection: Connection) => Promise<Answer>,
) => Promise<Answer>;

/** Creates the access to the edits that the account of a server keeps by name. */
export function createKeptEdits(ask: AskServer, compute: Compute): KeptEdits {
  return {
    list: ({ signal }) =>
      ask(async (kinora) => {
        const listed = await kinora.edits.list({ signal });
        return listed.map(({ id, name, version, updated }) => ({ id, name, version, saved: updated }));
      }),
    read: (id, { signal }) =>
      ask(async (_kinora, connection) =>
        compute('readKeptEditAnswer', await connection.send(createKeptEditCall(id, signal))),
      ),
    save: (edit, name, place, { signal }) =>
      ask(async (_kinora, connection) => {
        const { id, version } = await connection.send(createSaveCall(edit, name, place, signal));
        return { id, version };
      }),
  };
}
