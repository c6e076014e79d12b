import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRequestBody } from '../sending.fixture.ts';

/** A resumable upload of Google under way, as its server has it. */
export interface FixtureSession {
  readonly type: string;
  readonly total: number;
  content: Buffer;
}

/** An upload as the request for it announces it. */
export function createFixtureSession({ headers }: IncomingMessage): FixtureSession {
  return {
    type: String(headers['x-upload-content-type']),
    total: Number(headers['x-upload-content-length']),
    content: Buffer.alloc(0),
  };
}

/** Takes parts in their order, tells what it has, and answers `made` once the file is whole. No session is one that was given up. */
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
