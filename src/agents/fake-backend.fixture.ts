import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { SILENT } from '../base/logger.ts';
import { parseEdit } from '../edit/index.ts';
import type { Backend, EditJson, PictureOrder } from './backend.ts';
import { CallLimiter } from './call-limiter.ts';
import { createAgentServer } from './create-agent-server.ts';
import { HeldEdits } from './held-edits.ts';
import { RejectedEdit } from './rejected-edit.ts';
import { LOCAL_AGENT } from './serve-stdio.ts';

/** A backend that records its calls and renders nothing. */
export interface FakeBackend extends Backend {
  /** The edits that were given, in order. */
  readonly edits: EditJson[];
  readonly orders: PictureOrder[];
}

/** Creates a backend that validates edits and draws pictures of as many bytes as pixels in their width. */
export function createFakeBackend(overrides: Partial<Backend> = {}): FakeBackend {
  const edits: EditJson[] = [];
  const orders: PictureOrder[] = [];
  const accept = (text: string): void => {
    const edit = JSON.parse(text) as EditJson;
    edits.push(edit);
    const parsed = parseEdit(edit);
    if (!parsed.ok) throw new RejectedEdit(parsed.problems);
  };
  const state = { id: 'r1', status: 'queued', progress: 0 };
  return {
    edits,
    orders,
    place: 'in a test',
    folder: undefined,
    writesFiles: true,
    check: async (edit) => {
      accept(edit);
      const output = { format: 'mp4', width: 640, height: 360, fps: 25 };
      const response = { timeline: { duration: 3, tracks: [{ clips: [{}] }] }, output, warnings: [] };
      return Promise.resolve(JSON.stringify({ response }));
    },
    draw: (_edit, order) => {
      orders.push(order);
      return Promise.resolve(new Uint8Array(order.width * 1000));
    },
    render: (edit) =>
      Promise.resolve()
        .then(() => accept(edit))
        .then(() => state),
    follow: (id, _waitMs, { report }) => {
      report(0.5, 'rendering');
      report(0.5, 'rendering');
      return Promise.resolve({ id, status: 'done', progress: 1, files: [{ file: 'a.mp4' }] });
    },
    cancel: (id) => Promise.resolve({ ...state, id, status: 'failed', error: 'Cancelled.' }),
    probe: () =>
      Promise.resolve('{"response":{"metadata":{"streams":[],"format":{"duration":"1.5","size":"10"}}}}'),
    listTemplates: () => Promise.resolve([{ id: 't1', title: 'Mine' }]),
    readTemplate: (id) =>
      Promise.resolve({ id, title: 'Mine', edit: '{"merge":[{"find":"A","replace":"b"}]}' }),
    kept: {
      list: () => Promise.resolve([{ id: 'k1', name: 'Film', version: 3, saved: 'today' }]),
      read: () => Promise.resolve({ name: 'Film', version: 3, edit: '{"timeline":{}}' }),
      save: (edit, _name, place) => {
        edits.push(JSON.parse(edit) as EditJson);
        return Promise.resolve({ id: place?.id ?? 'k2', version: (place?.version ?? 0) + 1 });
      },
    },
    upload: () => Promise.resolve({ src: 'uploads/a.svg' }),
    close: () => Promise.resolve(),
    ...overrides,
  };
}

/** A client of tools in the same process. */
export interface ToolClient {
  readonly client: Client;
  /** Calls a tool. Returns its texts, and the number of its pictures. */
  call(
    name: string,
    given?: Record<string, unknown>,
    onProgress?: (progress: Progress) => void,
  ): Promise<ToolReply>;
  close(): Promise<void>;
}

/** The answer of a tool. */
interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  readonly pictures: number;
}

/** Connects a client to the tools of a backend. */
export async function connectToTools(backend: Backend, held = new HeldEdits()): Promise<ToolClient> {
  const server = createAgentServer({
    version: '1.2.3',
    backend,
    held,
    log: SILENT,
    ...LOCAL_AGENT,
    limiter: new CallLimiter(),
  });
  const client = new Client({ name: 'test', version: '1' });
  const [there, here] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  await client.connect(here);
  return {
    client,
    async call(name, given = {}, onprogress) {
      const { content, isError } = await client.callTool({ name, arguments: given }, undefined, {
        ...(onprogress && { onprogress }),
      });
      const parts = content as { type: string; text?: string }[];
      const text = parts.flatMap((part) => part.text ?? []).join('\n');
      return {
        isError: isError === true,
        text,
        pictures: parts.filter(({ type }) => type === 'image').length,
      };
    },
    close: () => client.close(),
  };
}
