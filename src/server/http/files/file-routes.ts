import { basename } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import type { FileAddresses } from '../../../hosting/file-addresses.ts';
import { mediaTypeOf } from '../../../hosting/media-type.ts';
import { isStorageKey, type Storage, type StoredFile } from '../../../hosting/storage.ts';
import { decideFileResponse } from './conditional-request.ts';

const CACHED_SECONDS = 3600;
/** Less than the address there lives, so that no cache hands out one that has ended. */
const REDIRECT_CACHED_SECONDS = 1800;
/** Milliseconds in which a client takes nothing, after which it is let go, and with it what its file is read by. */
const STALL_MS = 120_000;

interface FileRequest {
  Params: { '*': string };
  Querystring: Record<string, unknown>;
}

/** What files are served from, and how. */
export interface FileParts {
  readonly storage: Storage;
  readonly addresses: FileAddresses;
  /** For tests. */
  readonly stallMs?: number;
}

/** `/files/...`: stored files with ranges, conditions and content types, streamed; from another machine by redirect if so set. */
export function fileRoutes(
  app: FastifyInstance,
  { storage, addresses, stallMs = STALL_MS }: FileParts,
): void {
  const caching = (seconds: number): string =>
    `${addresses.areSigned ? 'private' : 'public'}, max-age=${seconds}`;

  async function answer(request: FastifyRequest<FileRequest>, reply: FastifyReply): Promise<FastifyReply> {
    const key = request.params['*'];
    if (!isStorageKey(key)) throw createMissingFileError(request);
    if (!addresses.allows(key, request.query)) throw createExpiredAddressError();
    const file = await storage.stat(key);
    if (file === undefined) throw createMissingFileError(request);
    const disposition = createDisposition(key, request.query);
    reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
    const redirect = storage.remote?.signUrl;
    if (redirect !== undefined) {
      const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
      const address = await redirect(key, { method, disposition, caching: caching(CACHED_SECONDS) });
      return reply.header('cache-control', `private, max-age=${REDIRECT_CACHED_SECONDS}`).redirect(address);
    }
    const responseHeaders = {
      'accept-ranges': 'bytes',
      'cache-control': caching(CACHED_SECONDS),
      'content-disposition': disposition,
      'content-type': mediaTypeOf(key),
      'x-content-type-options': 'nosniff',
      // A transfer may bring a drawing with a script in it, which is not to run under our address.
      ...(mediaTypeOf(key) === 'image/svg+xml' && { 'content-security-policy': 'sandbox' }),
      etag: file.etag,
      'last-modified': file.modified.toUTCString(),
    };
    return send(request, reply, file, responseHeaders);
  }

  async function send(
    { params, headers, method }: FastifyRequest<FileRequest>,
    reply: FastifyReply,
    file: StoredFile,
    responseHeaders: Record<string, string>,
  ): Promise<FastifyReply> {
    const decided = decideFileResponse(method === 'HEAD' ? { ...headers, range: undefined } : headers, file);
    if (decided.status === 304) return reply.status(304).headers(responseHeaders).send();
    if (decided.status === 412 || decided.status === 416) throw createRefusal(decided.status, reply, file);
    const range = decided.status === 206 ? decided.range : { from: 0, to: file.size - 1 };
    const empty = method === 'HEAD' || file.size === 0;
    // Before anything is said of it: it may have been deleted by now, or its storage may fail.
    const stream = empty ? undefined : await storage.open(params['*'], range);
    if (decided.status === 206) reply.header('content-range', `bytes ${range.from}-${range.to}/${file.size}`);
    reply
      .status(decided.status)
      .headers(responseHeaders)
      .header('content-length', range.to - range.from + 1);
    return reply.send(stream);
  }

  app.get('/files/*', { exposeHeadRoute: false }, answer);
  app.head('/files/*', answer);
}

/** Shown where it can be, unless the address ends with `?download`. A key holds no sign that would have to be quoted. */
function createDisposition(key: string, query: Record<string, unknown>): string {
  return `${'download' in query ? 'attachment' : 'inline'}; filename="${basename(key)}"`;
}

function createRefusal(status: 412 | 416, reply: FastifyReply, { size }: StoredFile): KinoraError {
  if (status === 412)
    return new KinoraError('precondition_failed', 'The file is not the one that the request is about.');
  reply.header('content-range', `bytes */${size}`);
  return new KinoraError('range_not_satisfiable', 'The file has no such range of bytes.');
}

function createMissingFileError({ url }: FastifyRequest<FileRequest>): KinoraError {
  return new KinoraError('not_found', `There is no such file: ${url.replace(/\?.*$/, '')}.`);
}

function createExpiredAddressError(): KinoraError {
  return new KinoraError(
    'address_expired',
    'The address of this file has expired or is not whole; the render or the asset has one that is valid.',
  );
}
