import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type FixtureServer, startFixtureServer } from '../outbound/server.fixture.ts';

/** A request that the server received. */
export interface TranscriptionRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  /** The fields of the form except the file, each with its values. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The file of the form. */
  readonly file: { readonly name: string; readonly type: string; readonly bytes: Buffer };
}

/** Answers a request. @param count number of the request, from 1. */
export type TranscriptionHandler = (
  received: TranscriptionRequest,
  response: ServerResponse,
  count: number,
) => void;

/** Starts a server for `POST /v1/audio/transcriptions` that records its requests. */
export async function startTranscriptionServer(
  answer: TranscriptionHandler,
): Promise<FixtureServer & { readonly transcriptionRequests: readonly TranscriptionRequest[] }> {
  const transcriptionRequests: TranscriptionRequest[] = [];
  const server = await startFixtureServer((request, response) => {
    void parseRequest(request).then((what) => answer(what, response, transcriptionRequests.push(what)));
  });
  return { ...server, transcriptionRequests };
}

/** Answers with JSON. */
export function respondWithJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function parseRequest(request: IncomingMessage): Promise<TranscriptionRequest> {
  const body = await buffer(request);
  const { method, url: path, headers } = request;
  const type = headers['content-type'] ?? '';
  // oxlint-disable-next-line typescript/no-deprecated -- The requests of the tests are small and trusted.
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const names = [...new Set(form.keys())].filter((name) => name !== 'file');
  const file = form.get('file') as File;
  return {
    method,
    path,
    authorization: headers.authorization,
    fields: Object.fromEntries(names.map((name) => [name, form.getAll(name).map(String)])),
    file: { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) },
  };
}
