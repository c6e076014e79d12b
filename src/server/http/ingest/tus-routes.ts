import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { isIncomingName } from '../../../hosting/incoming-area.ts';
import { extendUpload, findSource, type SourceRow } from '../../../store/sources.ts';
import { callerOf, type FindCaller, identifyCaller, readStage } from '../access/authentication.ts';
import { requireStorageQuota } from '../access/require-storage-quota.ts';
import type { RateLimit } from '../access/rate-limits.ts';
import { uploadAddressesFor } from '../request/public-url.ts';
import { readId } from '../request/read-request.ts';
import { TAKES_FILES } from '../connection/request-timeout.ts';
import type { ServerParts } from '../server-parts.ts';
import { createSource, identifySource } from './create-source.ts';
import {
  createExpiredUploadError,
  createUploadTag,
  deleteIncoming,
  EMPTY_FILE,
  findUploadedSource,
  recordFailedUpload,
  recordUpload,
  toIncomingName,
} from './receive-upload.ts';
import { requireIngestOptions } from './require-ingest-options.ts';
import { exchangeTus, sendTusResponse, type TusBackend, type TusTarget } from './tus-exchange.ts';
import { openTusBackend } from './tus-backend.ts';
import { readFileName, rejectOptions, toUploadBody, type TusMetadata } from './tus-metadata.ts';
import { DELETE_TUS, PATCH_TUS, POST_TUS } from './tus-operations.ts';

const CANCELLED = 'The client has cancelled the upload.';

/** A request to a resumable upload, or to create one for the source `upload`. */
interface TusRequest {
  Params: { version: string; tag?: string; id?: string };
  Querystring: Record<string, unknown>;
}

/**
 * Adds `/tus` of the Ingest API: resumable uploads by the tus protocol. A request needs a key, or the signature of
 * the address.
 */
export function tusRoutes(
  scope: FastifyInstance,
  parts: ServerParts,
  findCaller: FindCaller,
  limit: RateLimit | undefined,
): void {
  scope.register((tus, _options, done) => {
    identifyCallers(tus, parts, findCaller, limit);
    const openBackend = openTusBackend(parts);
    tus.post<TusRequest>('/tus', withFiles(POST_TUS), async (request, reply) =>
      answerCreation(tus, parts, await openBackend(), request, reply),
    );
    tus.patch<TusRequest>('/tus/:tag/:id', withFiles(PATCH_TUS), async (request, reply) =>
      answerPatch(parts, await openBackend(), request, reply),
    );
    tus.head<TusRequest>('/tus/:tag/:id', async (request, reply) =>
      answerHead(parts, await openBackend(), request, reply),
    );
    tus.delete<TusRequest>('/tus/:tag/:id', DELETE_TUS, async (request, reply) =>
      answerDelete(parts, await openBackend(), request, reply),
    );
    done();
  });
}

function withFiles({ config }: typeof POST_TUS): { config: typeof config & typeof TAKES_FILES } {
  return { config: { ...config, ...TAKES_FILES } };
}

/** Checks the signature or the key of each request. Sets the caller unless the address is signed. */
function identifyCallers(
  tus: FastifyInstance,
  { uploadAddresses }: ServerParts,
  findCaller: FindCaller,
  limit: RateLimit | undefined,
): void {
  tus.decorateRequest('caller', null);
  tus.addHook<TusRequest>('onRequest', async (request, reply) => {
    const { params, query } = request;
    const stage = readStage(params.version);
    if (!('signature' in query || 'upload' in query)) {
      await identifyCaller(findCaller, request, reply, stage);
      await limit?.call(tus, request, reply);
      return;
    }
    const isValid =
      params.id === undefined
        ? uploadAddresses.isValid(stage, String(query['upload']), query)
        : uploadAddresses.isValidResumable(stage, `${params.tag}/${params.id}`, query);
    if (!isValid) throw createExpiredUploadError();
  });
}

async function answerCreation(
  scope: FastifyInstance,
  parts: ServerParts,
  backend: TusBackend,
  request: FastifyRequest<TusRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const metadata = readMetadata(backend, request);
  const expires = new Date(Date.now() + parts.ingest.uploadMs);
  const { id, onCreate } =
    request.caller === null
      ? await prepareSigned(parts, request, metadata, expires)
      : await prepareSource(scope, parts, request, metadata, expires);
  const tag = createUploadTag();
  const name = toIncomingName(id, tag);
  const target = {
    name,
    onCreate,
    getAddress: () =>
      uploadAddressesFor(request, parts).resumableUrlOf(
        readStage(request.params.version),
        `${tag}/${id}`,
        request.caller === null ? expires : undefined,
      ),
  };
  return await answerReceived(parts, backend, { request, reply, id, target });
}

/** The source of a new upload. */
interface PreparedSource {
  readonly id: string;
  readonly onCreate: () => Promise<unknown>;
}

async function prepareSigned(
  parts: ServerParts,
  { params, query, headers }: FastifyRequest<TusRequest>,
  metadata: TusMetadata,
  expires: Date,
): Promise<PreparedSource> {
  const source = await findUploadedSource(parts, String(query['upload']), readStage(params.version));
  await requireStorageQuota(parts, source, readLength(headers));
  const { id } = source;
  rejectOptions(metadata);
  return { id, onCreate: () => extendUpload(parts.database.tables, id, expires) };
}

async function prepareSource(
  scope: FastifyInstance,
  parts: ServerParts,
  request: FastifyRequest<TusRequest>,
  metadata: TusMetadata,
  uploadExpires: Date,
): Promise<PreparedSource> {
  const { owner } = callerOf(request);
  await requireStorageQuota(parts, callerOf(request), readLength(request.headers));
  const options = await scope.check(owner, 'readUploadRequest', toUploadBody(metadata));
  await requireIngestOptions(parts, owner, options);
  const identity = identifySource();
  const source = { ...identity, ...options, uploadExpires, name: readFileName(metadata) };
  return { id: identity.id, onCreate: () => createSource(parts, request, source, {}).create() };
}

/** Reads the size of a new upload in bytes. Returns 0 if it is missing or malformed: the protocol rejects that later. */
function readLength({ 'upload-length': length }: FastifyRequest['headers']): number {
  return typeof length === 'string' && /^\d+$/.test(length) ? Number(length) : 0;
}

function readMetadata({ library }: TusBackend, { headers }: FastifyRequest<TusRequest>): TusMetadata {
  const text = headers['upload-metadata'];
  if (typeof text !== 'string') return {};
  try {
    return library.Metadata.parse(text);
  } catch (error) {
    throw new KinoraError(
      'validation_failed',
      'The header Upload-Metadata must be a list of keys, each followed by a space and its value in Base64, with commas in between.',
      { cause: error },
    );
  }
}

/** A request to an upload, and the source that the upload is for. */
interface TusCall {
  readonly request: FastifyRequest<TusRequest>;
  readonly reply: FastifyReply;
  /** Id of the source. */
  readonly id: string;
  readonly target: TusTarget;
}

async function answerPatch(
  parts: ServerParts,
  backend: TusBackend,
  request: FastifyRequest<TusRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { source, target } = await findTarget(parts, request);
  return await answerReceived(parts, backend, { request, reply, id: source.id, target });
}

/** Answers a request that may send bytes. After the last ones, the import of the source begins. */
async function answerReceived(
  parts: ServerParts,
  backend: TusBackend,
  { request, reply, id, target }: TusCall,
): Promise<FastifyReply> {
  const { response, finished } = await exchangeTus(backend, request, target);
  if (finished !== undefined) await recordFinished(parts, id, target.name, finished.size);
  if (response.ok) reply.header('x-kinora-source', id);
  return await sendTusResponse(request, reply, response);
}

async function recordFinished(
  parts: ServerParts,
  id: string,
  name: string,
  size: number | undefined,
): Promise<void> {
  if (size !== 0) return recordUpload(parts, id, name);
  await recordFailedUpload(parts, id, EMPTY_FILE);
  await deleteIncoming(parts, name);
}

async function answerHead(
  parts: ServerParts,
  backend: TusBackend,
  request: FastifyRequest<TusRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { source, target } = await findTarget(parts, request);
  reply.header('x-kinora-source', source.id);
  const bytes = source.status === 'ready' && source.imported === target.name ? source.bytes : null;
  if (bytes !== null && (await parts.storage.incoming.size(target.name)) === undefined) {
    // The upload was imported. A client that has missed the last response must not begin again.
    const length = { 'upload-offset': bytes, 'upload-length': bytes, 'tus-resumable': '1.0.0' };
    return reply.headers({ ...length, 'cache-control': 'no-store' }).send();
  }
  const { response } = await exchangeTus(backend, request, target);
  if (response.ok && response.headers.get('upload-offset') === response.headers.get('upload-length'))
    await recordMissed(parts, backend, source, target.name);
  return await sendTusResponse(request, reply, response);
}

/** Records a finished upload if the server ended or failed before it had recorded it. */
async function recordMissed(
  parts: ServerParts,
  { store }: TusBackend,
  source: SourceRow,
  name: string,
): Promise<void> {
  if (source.incoming === name) return;
  const { creation_date: created = '', size } = await store.datastore.getUpload(store.idOf(name));
  if (source.received && source.updated >= new Date(created)) return;
  await recordFinished(parts, source.id, name, size);
}

async function answerDelete(
  parts: ServerParts,
  backend: TusBackend,
  request: FastifyRequest<TusRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { source, target } = await findTarget(parts, request);
  const { response } = await exchangeTus(backend, request, target);
  if (response.ok && !source.received) await recordFailedUpload(parts, source.id, CANCELLED);
  return await sendTusResponse(request, reply.header('x-kinora-source', source.id), response);
}

/** Finds the upload that a request is about. @throws {KinoraError} `not_found` if there is none. */
async function findTarget(
  parts: ServerParts,
  { params: { version, tag = '', id: given = '' }, caller }: FastifyRequest<TusRequest>,
): Promise<{ readonly source: SourceRow; readonly target: TusTarget }> {
  const id = readId(given);
  const name = toIncomingName(id, tag);
  if (!isIncomingName(name)) throw createMissingUploadError();
  if (caller !== null && (await findSource(parts.database.tables, caller.owner, id)) === undefined)
    throw createMissingUploadError();
  const source = await findUploadedSource(parts, id, readStage(version));
  return { source, target: { name, getAddress: () => '' } };
}

function createMissingUploadError(): KinoraError {
  return new KinoraError('not_found', 'There is no such upload.');
}
