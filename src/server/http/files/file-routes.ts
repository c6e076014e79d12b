import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import type { FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import { contentTypeOf, mayHaveScripts, mediaTypeOf } from '../../../hosting/media-type.ts';
import { isSetPlaylist, addQueries, findStreamPiece } from '../../../hosting/sets/file-set.ts';
import type { AddressQuery } from '../../../hosting/addresses/signed-query.ts';
import {
  type ByteRange,
  isReplaceable,
  isStorageKey,
  type Storage,
  type StoredFile,
} from '../../../hosting/storage.ts';
import { decideFileResponse } from './conditional-request.ts';
import { type HostedFile, openStreamPieces } from './stream-pieces.ts';

const CACHED_SECONDS = 3600;
/** Shorter than the lifetime of the signed URL, so that no cache returns an expired one. */
const REDIRECT_CACHED_SECONDS = 1800;
/**
 * Connections are closed if the client reads nothing for this long, in milliseconds. This also releases the
 * file.
 */
const STALL_MS = 120_000;

const EXPIRED =
  'The URL of this file has expired or is incomplete. Get a new URL from the render, the asset or the source.';

interface FileRequest {
  Params: { '*': string };
  Querystring: Record<string, unknown>;
}

/** The dependencies of the file routes. */
export interface FileParts {
  readonly storage: Storage;
  readonly addresses: FileAddresses;
  /** Returns true while a render is neither done nor failed, so that what is missing of it may still come. */
  readonly isBeingMade: (render: string) => Promise<boolean>;
  /** Idle time before a connection is closed, in milliseconds. Set only in tests. */
  readonly stallMs?: number;
  /** Time for which a request waits for a piece that is not made yet, in milliseconds. Set only in tests. */
  readonly pieceMs?: number;
}

/**
 * Adds `/files/...`, which streams stored files and supports ranges and conditional requests. If the storage
 * signs URLs, the route redirects to the storage instead.
 */
export function fileRoutes(
  app: FastifyInstance,
  { storage, addresses, isBeingMade, pieceMs, stallMs = STALL_MS }: FileParts,
): void {
  const pieces = openStreamPieces(app, { storage, isBeingMade, maxWaitMs: pieceMs });
  const caching = (key: string): string => {
    // The lists of a set are written before and after the render.
    const age = isReplaceable(key) || isSetPlaylist(key) ? 'no-cache' : `max-age=${CACHED_SECONDS}`;
    return `${addresses.areSigned ? 'private' : 'public'}, ${age}`;
  };

  async function answer(request: FastifyRequest<FileRequest>, reply: FastifyReply): Promise<FastifyReply> {
    const key = request.params['*'];
    if (!isStorageKey(key)) throw createMissingFileError(request);
    if (!addresses.allows(key, request.query)) throw new KinoraError('address_expired', EXPIRED);
    const piece = findStreamPiece(key);
    const found = await (piece ? pieces.find(key, piece) : findStored(key));
    if (found === undefined) throw createMissingFileError(request);
    reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
    const signUrl = storage.remote?.signUrl;
    // The names in a list lead to this server, so the list must come from it. A piece is no file in the end.
    if (signUrl !== undefined && !isSetPlaylist(key) && !piece) {
      const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
      // The storage sends no policy.
      const disposition = createDisposition(key, request.query, mayHaveScripts(mediaTypeOf(key)));
      const address = await signUrl(key, { method, disposition, caching: caching(key) });
      return reply.header('cache-control', `private, max-age=${REDIRECT_CACHED_SECONDS}`).redirect(address);
    }
    const isSigned = addresses.areSigned && isSetPlaylist(key);
    const file = isSigned ? await signPlaylist({ storage, addresses }, key, found, request.query) : found;
    const responseHeaders = {
      'cache-control': caching(key),
      ...createContentHeaders(key, request.query),
      etag: file.etag,
      'last-modified': file.modified.toUTCString(),
    };
    return send(request, reply, file, responseHeaders);
  }

  async function findStored(key: string): Promise<HostedFile | undefined> {
    const found = await storage.stat(key);
    return found && { ...found, open: (range) => storage.open(key, range) };
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

  app.get('/files/*', { exposeHeadRoute: false, compress: false }, answer);
  app.head('/files/*', answer);
}

/** Returns the headers that say what a file is, and what a browser may do with it. */
function createContentHeaders(key: string, query: Record<string, unknown>): Record<string, string> {
  const type = mediaTypeOf(key);
  return {
    'accept-ranges': 'bytes',
    // Browsers show no PDF in a sandbox.
    'content-disposition': createDisposition(key, query, type === 'application/pdf'),
    'content-type': contentTypeOf(key),
    'x-content-type-options': 'nosniff',
    // A file of a client may contain a script. Keep it from running in the origin of this server.
    ...(mayHaveScripts(type) && { 'content-security-policy': 'sandbox' }),
  };
}

/**
 * Returns the `content-disposition`: `attachment` for `?download`, otherwise `inline`. Keys need no escaping.
 *
 * @param isHidden true if browsers must not show the file.
 */
function createDisposition(key: string, query: Record<string, unknown>, isHidden: boolean): string {
  return `${isHidden || 'download' in query ? 'attachment' : 'inline'}; filename="${basename(key)}"`;
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
  return new KinoraError('not_found', `There is no such file: ${url.replace(/\?.*/s, '')}.`);
}

/**
 * Signs the names in a list of a set, so that they give access for as long as the address of the list. Players do
 * not add the query of the list to the names in it.
 *
 * @param key storage key of the list.
 * @param query the query of the address of the list, which gives access.
 */
async function signPlaylist(
  { storage, addresses }: { readonly storage: Storage; readonly addresses: FileAddresses },
  key: string,
  file: StoredFile,
  query: AddressQuery,
): Promise<HostedFile> {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const stored = await text(await storage.open(key));
  const list = Buffer.from(addQueries(stored, (name) => addresses.queryLike(query, `${folder}${name}`)));
  const etag = file.etag.replace(/"$/, `-${String(query['expires'])}"`);
  const open = ({ from, to }: ByteRange): Promise<Readable> =>
    Promise.resolve(Readable.from([list.subarray(from, to + 1)]));
  return { ...file, size: list.length, etag, open };
}
