import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import type { FileAddresses } from '../../../hosting/file-addresses.ts';
import { addQueries, isSetPlaylist } from '../../../hosting/file-set.ts';
import { contentTypeOf, mediaTypeOf } from '../../../hosting/media-type.ts';
import {
  type ByteRange,
  isReplaceable,
  isStorageKey,
  type Storage,
  type StoredFile,
} from '../../../hosting/storage.ts';
import type { AddressQuery } from '../../../hosting/signed-query.ts';
import { decideFileResponse } from './conditional-request.ts';

const CACHED_SECONDS = 3600;
/** Shorter than the lifetime of the signed URL, so that no cache returns an expired one. */
const REDIRECT_CACHED_SECONDS = 1800;
/**
 * Connections are closed if the client reads nothing for this long, in milliseconds. This also releases the
 * file.
 */
const STALL_MS = 120_000;

/** A file to send. */
interface HostedFile extends StoredFile {
  open(range: ByteRange): Promise<Readable>;
}

interface FileRequest {
  Params: { '*': string };
  Querystring: Record<string, unknown>;
}

/** The dependencies of the file routes. */
export interface FileParts {
  readonly storage: Storage;
  readonly addresses: FileAddresses;
  /** Idle time before a connection is closed, in milliseconds. Set only in tests. */
  readonly stallMs?: number;
}

/**
 * Adds `/files/...`, which streams stored files and supports ranges and conditional requests. If the storage
 * signs URLs, the route redirects to the storage instead.
 */
export function fileRoutes(
  app: FastifyInstance,
  { storage, addresses, stallMs = STALL_MS }: FileParts,
): void {
  const caching = (key: string): string => {
    const age = isReplaceable(key) ? 'no-cache' : `max-age=${CACHED_SECONDS}`;
    return `${addresses.areSigned ? 'private' : 'public'}, ${age}`;
  };

  function toHostedFile(key: string, file: StoredFile): HostedFile {
    return { ...file, open: (range) => storage.open(key, range) };
  }

  /** Signs the addresses in a list of a set, so that they give access for as long as that of the list. */
  async function signPlaylist(key: string, file: StoredFile, query: AddressQuery): Promise<HostedFile> {
    const folder = key.slice(0, key.lastIndexOf('/') + 1);
    const stored = await text(await storage.open(key));
    const signed = Buffer.from(addQueries(stored, (name) => addresses.queryLike(query, `${folder}${name}`)));
    const etag = file.etag.replace(/"$/, `-${String(query['expires'])}"`);
    const open = ({ from, to }: ByteRange): Promise<Readable> =>
      Promise.resolve(Readable.from([signed.subarray(from, to + 1)]));
    return { ...file, size: signed.length, etag, open };
  }

  async function answer(request: FastifyRequest<FileRequest>, reply: FastifyReply): Promise<FastifyReply> {
    const key = request.params['*'];
    if (!isStorageKey(key)) throw createMissingFileError(request);
    if (!addresses.allows(key, request.query)) throw createExpiredAddressError();
    const found = await storage.stat(key);
    if (found === undefined) throw createMissingFileError(request);
    const disposition = createDisposition(key, request.query);
    reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
    const signUrl = storage.remote?.signUrl;
    // The names in a list lead to this server, so the list must come from it.
    if (signUrl !== undefined && !isSetPlaylist(key)) {
      const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
      const address = await signUrl(key, { method, disposition, caching: caching(key) });
      return reply.header('cache-control', `private, max-age=${REDIRECT_CACHED_SECONDS}`).redirect(address);
    }
    const isSigned = addresses.areSigned && isSetPlaylist(key);
    const file = isSigned ? await signPlaylist(key, found, request.query) : toHostedFile(key, found);
    const responseHeaders = {
      'accept-ranges': 'bytes',
      'cache-control': caching(key),
      'content-disposition': disposition,
      'content-type': contentTypeOf(key),
      'x-content-type-options': 'nosniff',
      // A transferred SVG may contain a script. Keep it from running in the origin of this server.
      ...(mediaTypeOf(key) === 'image/svg+xml' && { 'content-security-policy': 'sandbox' }),
      etag: file.etag,
      'last-modified': file.modified.toUTCString(),
    };
    return send(request, reply, file, responseHeaders);
  }

  async function send(
    { headers, method }: FastifyRequest<FileRequest>,
    reply: FastifyReply,
    file: HostedFile,
    responseHeaders: Record<string, string>,
  ): Promise<FastifyReply> {
    const decided = decideFileResponse(method === 'HEAD' ? { ...headers, range: undefined } : headers, file);
    if (decided.status === 304) return reply.status(304).headers(responseHeaders).send();
    if (decided.status === 412 || decided.status === 416) throw createRefusal(decided.status, reply, file);
    const range = decided.status === 206 ? decided.range : { from: 0, to: file.size - 1 };
    const hasNoBody = method === 'HEAD' || file.size === 0;
    // Open the file before sending headers: it may have been deleted, or the storage may fail.
    const stream = hasNoBody ? undefined : await file.open(range);
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

/**
 * Returns the `content-disposition`: `attachment` for `?download`, otherwise `inline`. Keys need no escaping.
 */
function createDisposition(key: string, query: Record<string, unknown>): string {
  return `${'download' in query ? 'attachment' : 'inline'}; filename="${basename(key)}"`;
}

function createRefusal(status: 412 | 416, reply: FastifyReply, { size }: StoredFile): KinoraError {
  if (status === 412)
    return new KinoraError(
      'precondition_failed',
      'The file does not meet the conditions in the headers of the request.',
    );
  reply.header('content-range', `bytes */${size}`);
  return new KinoraError('range_not_satisfiable', 'The requested range is outside the file.');
}

function createMissingFileError({ url }: FastifyRequest<FileRequest>): KinoraError {
  return new KinoraError('not_found', `There is no such file: ${url.replace(/\?.*$/, '')}.`);
}

function createExpiredAddressError(): KinoraError {
  return new KinoraError(
    'address_expired',
    'The URL of this file has expired or is incomplete. Get a new URL from the render, the asset or the source.',
  );
}
