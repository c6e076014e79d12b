import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRequestBody } from '../sending.fixture.ts';

/** A resumable upload on the server. */
export interface FixtureSession {
  readonly type: string;
  readonly total: number;
  content: Buffer;
}

/** Creates an upload from the request that announces it. */
export function createFixtureSession({ headers }: IncomingMessage): FixtureSession {
  return {
    type: String(headers['x-upload-content-type']),
    total: Number(headers['x-upload-content-length']),
    content: Buffer.alloc(0),
  };
}

/**
 * Accepts parts in order and reports how many bytes have arrived.
 *
 * @param session undefined if the upload was cancelled.
 * @param made the response when the file is complete.
 */
export async function handleSessionRequest(
  session: FixtureSession | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  made: string,
): Promise<void> {
  const body = await readRequestBody(request);
  if (session === undefined) {
    response.writeHead(request.method === 'DELETE' ? 499 : 410).end();
    return;
  }
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(request.headers['content-range'] ?? '') ?? [];
  const [, from, total] = range;
  if (from !== undefined && Number(from) !== session.content.length) {
    response.writeHead(400).end('{"error":{"code":400,"message":"Wrong offset."}}');
    return;
  }
  session.content = Buffer.concat([session.content, body]);
  const { length } = session.content;
  if (length === session.total && Number(total) === session.total) response.end(made);
  else response.writeHead(308, length === 0 ? {} : { range: `bytes=0-${length - 1}` }).end();
}
