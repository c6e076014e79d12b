import type { IncomingMessage, ServerResponse } from 'node:http';
import { startFixtureServer } from '../../src/outbound/server.fixture.ts';
import type { Random } from '../random.ts';
import type { SourceMaterial } from './material.ts';

/** The faults of the server of sources. */
export const SOURCE_FAULTS = ['503', 'reset', 'truncate', 'stall'] as const;
type SourceFault = (typeof SOURCE_FAULTS)[number];

/** A server of sources that breaks and recovers. */
export interface SourceServer {
  readonly url: string;
  /** The faults that it has injected: kind and path of the file. */
  readonly faults: { readonly kind: SourceFault; readonly path: string }[];
  /** Ends the faults. */
  recover(): void;
  close(): Promise<void>;
}

/** Milliseconds until a stalled answer goes on. */
const STALL_MS = 8_000;

/**
 * Starts the server. The first requests for some files fail, and later ones succeed.
 *
 * @param find returns the file at a path, or undefined for 404.
 */
export async function startSourceServer(
  find: (path: string) => Promise<SourceMaterial | undefined>,
  random: Random,
): Promise<SourceServer> {
  const faults: SourceServer['faults'] = [];
  const pending = new Map<string, SourceFault[]>();
  let isBroken = true;
  const takeFault = (path: string): SourceFault | undefined => {
    const planned =
      pending.get(path) ?? (random.chance(0.3) ? random.shuffle(SOURCE_FAULTS).slice(0, 1) : []);
    pending.set(path, planned);
    return isBroken ? planned.shift() : undefined;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').replace(/\?.*$/, '');
    const file = await find(path);
    const kind = file && takeFault(path);
    if (kind !== undefined) faults.push({ kind, path });
    if (file === undefined) response.writeHead(404).end();
    else answer(request, response, file, kind);
  };
  const server = await startFixtureServer((request, response) => {
    serve(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  return {
    url: server.url,
    faults,
    recover: () => void (isBroken = false),
    close: () => server.close(),
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, type }: SourceMaterial,
  fault: SourceFault | undefined,
): void {
  if (fault === 'reset') return void request.socket.destroy();
  if (fault === '503') return void response.writeHead(503, { 'retry-after': '1' }).end();
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = to === undefined || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  if (start > end) return void response.writeHead(416).end();
  const body = bytes.subarray(start, end + 1);
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': type,
    'content-length': body.length,
    'accept-ranges': 'bytes',
    etag: `"${bytes.length}"`,
    ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
  });
  if (fault === undefined || request.method === 'HEAD') return void response.end(body);
  const half = Math.floor(body.length / 2);
  response.write(body.subarray(0, half));
  if (fault === 'truncate') setImmediate(() => request.socket.destroy());
  else setTimeout(() => response.end(body.subarray(half)), STALL_MS).unref();
}
