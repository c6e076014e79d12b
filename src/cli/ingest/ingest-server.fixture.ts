import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Source } from '../../client/index.ts';
import { type FixtureServer, startFixtureServer } from '../../outbound/server.fixture.ts';

interface FakeUpload {
  bytes: Buffer;
  readonly length: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A server with the parts of the Ingest API that `kinora ingest` uses. It keeps uploads in memory. */
export interface IngestServer extends FixtureServer {
  /** The uploads by the ids of their sources. */
  readonly received: ReadonlyMap<string, FakeUpload>;
  /** Returns the source once its bytes have arrived. */
  answer: (id: string) => Partial<Source>;
  /** Number of bytes after which each connection is lost. */
  cutAfter: number | undefined;
  /** Status of every response. Undefined for the statuses of Kinora. */
  status: number | undefined;
}

/** A response, or undefined to close the connection. */
type Answer =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string | number>>;
      readonly body?: unknown;
    }
  | undefined;

/** Starts the server. It accepts the key `the-key`. */
export async function startIngestServer(): Promise<IngestServer> {
  const uploads = new Map<string, FakeUpload>();

  const create = ({ headers }: IncomingMessage): Answer => {
    const id = `source-${uploads.size + 1}`;
    const metadata = decodeMetadata(String(headers['upload-metadata']));
    uploads.set(id, { bytes: Buffer.alloc(0), length: Number(headers['upload-length']), metadata });
    const location = `http://elsewhere.example/ingest/v1/tus/${id}`;
    return { status: 201, headers: { location, 'x-kinora-source': id } };
  };

  const show = (id: string, { bytes, length }: FakeUpload): Answer => {
    const attributes = bytes.length === length ? server.answer(id) : { id, status: 'queued' };
    return { status: 200, body: { data: { attributes } } };
  };

  const receive = async (request: IncomingMessage, upload: FakeUpload): Promise<Answer> => {
    if (request.method === 'PATCH') {
      const sent = await buffer(request);
      upload.bytes = Buffer.concat([upload.bytes, sent.subarray(0, server.cutAfter)]);
      if (server.cutAfter !== undefined) return undefined;
    }
    const headers = { 'upload-offset': upload.bytes.length, 'upload-length': upload.length };
    return { status: request.method === 'PATCH' ? 204 : 200, headers };
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { method, url = '', headers } = request;
    const [, kind, id = ''] = /^\/ingest\/v1\/(tus|sources)\/?([^?]*)/.exec(url) ?? [];
    const upload = uploads.get(id);
    if (server.status !== undefined) return { status: server.status };
    if (headers['x-api-key'] !== 'the-key') return { status: 401 };
    if (kind === 'sources' && id === '') return { status: 200, body: { data: [], cursor: null } };
    if (method === 'POST') return create(request);
    if (!upload) return { status: 404 };
    return kind === 'sources' ? show(id, upload) : await receive(request, upload);
  };

  const fixture = await startFixtureServer((request, response) => {
    void answer(request).then((given) => {
      if (given) response.writeHead(given.status, given.headers).end(JSON.stringify(given.body));
      else request.socket.destroy();
    });
  });
  const server: IngestServer = Object.assign(fixture, {
    received: uploads,
    answer: (id: string): Partial<Source> => ({ id, status: 'ready', source: `http://files/${id}.mp4` }),
    cutAfter: undefined,
    status: undefined,
  });
  return server;
}

function decodeMetadata(header: string): Record<string, string> {
  const pairs = header.split(',').map((pair) => pair.split(' '));
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString()]),
  );
}
