import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { CreatedAsset } from '../../client/index.ts';
import { type FixtureServer, startFixtureServer } from '../../outbound/server.fixture.ts';

/** A server with the parts of the APIs that `kinora create` uses. It answers requests, but generates no media. */
export interface CreateServer extends FixtureServer {
  /** The bodies of the requests of the Create API. */
  readonly received: readonly unknown[];
  /** The states of each asset, one for each look. The last one is repeated. */
  states: readonly Partial<CreatedAsset>[];
  /** The errors with which the server rejects each request. Undefined to accept them. */
  errors: readonly object[] | undefined;
  /** Called when the state of an asset is requested. */
  onLook: () => void;
  /** The content of every file. Undefined if the server has no files. */
  file: string | undefined;
}

const MODELS = [
  { model: 'kinora-speech', type: 'audio', available: true, description: 'Speaks.' },
  { model: 'fal-image', type: 'image', available: false, description: 'It needs fal.' },
];

/** Starts the server. It accepts the key `the-key`. */
export async function startCreateServer(): Promise<CreateServer> {
  const received: unknown[] = [];
  let looks = 0;

  const answer = async (request: IncomingMessage): Promise<readonly [status: number, body: unknown]> => {
    const { method, url = '' } = request;
    if (request.headers['x-api-key'] !== 'the-key') return [401, {}];
    if (url.startsWith('/ingest/v1/sources')) return [200, { data: [], cursor: null }];
    const isGeneration = url.startsWith('/edit/v1/generate');
    if (method === 'GET' && url.startsWith('/edit/v1/models')) return [200, { models: MODELS }];
    if (method === 'POST') {
      received.push(await json(request));
      looks = 0;
      if (server.errors) return [400, { errors: server.errors }];
      if (isGeneration) return [202, { id: 'generation-1', status: 'queued' }];
      return [201, { data: { id: `asset-${received.length}`, attributes: { status: 'queued' } } }];
    }
    server.onLook();
    const attributes = server.states[Math.min(looks, server.states.length - 1)];
    looks += 1;
    if (isGeneration) return [200, { id: 'generation-1', ...attributes }];
    return [200, { data: { id: 'asset-1', attributes } }];
  };

  const fixture = await startFixtureServer((request, response) => {
    if (request.url?.startsWith('/files/') === true) {
      response.writeHead(server.file === undefined ? 404 : 200).end(server.file);
      return;
    }
    void answer(request).then(([status, body]) => response.writeHead(status).end(JSON.stringify(body)));
  });
  const server: CreateServer = Object.assign(fixture, {
    received,
    states: [{ status: 'done', url: `${fixture.url}/files/a.mp3` }] as const,
    errors: undefined,
    onLook: () => undefined,
    file: 'the sound',
  });
  return server;
}
