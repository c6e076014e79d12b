import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { createMissingUploadError, requireIncomingName } from '../../../hosting/incoming/incoming-area.ts';
import { findSource, findSourceById, type SourceRow } from '../../../store/sources.ts';
import { isUploadKept } from '../../../store/uploads/uploads.ts';
import { callerOf, type FindCaller, identifyCaller, readStage } from '../access/authentication.ts';
import type { RateLimit } from '../access/rate-limits.ts';
import type { SignedLimits } from '../access/signed-limits.ts';
import { uploadAddressesFor } from '../request/public-url.ts';
import { readTexts } from '../request/read-request.ts';
import { TAKES_FILES } from '../connection/slow-clients.ts';
import type { ServerParts } from '../server-parts.ts';
import { createSource, identifySource } from './create-source.ts';
import { ArrivingBytes, beginUpload, createEndedUploadError } from './receive-bytes.ts';
import {
  createExpiredUploadError,
  createUploadTag,
  discardUpload,
  EMPTY_FILE,
  findUploadedSource,
  recordFailedUpload,
  recordUpload,
  toIncomingName,
} from './receive-upload.ts';
import { requireIngestOptions, requirePlainUpload } from './require-ingest-options.ts';
import {
  exchangeTus,
  openTusBackend,
  sendTusResponse,
  type TusBackend,
  type TusOutcome,
  type TusTarget,
} from './tus-exchange.ts';
import { readFileName, rejectOptions, toUploadBody, type TusMetadata } from './tus-metadata.ts';
import { DELETE_TUS, PATCH_TUS, POST_TUS, uploadPath } from './tus-operations.ts';

const CANCELLED = 'The client has cancelled the upload.';
const CUT = 'The upload ended before its client had received its URL. Create a new upload.';
const TOO_LONG = 'The client has sent more bytes than it announced. Create a new upload.';

/** A request to a resumable upload, or to create one for the source `upload`. */
interface TusRequest {
  Params: { version: string; tag?: string; id?: string };
  Querystring: Record<string, unknown>;
}

/** The limits of requests with a key, if there are any, and of those to signed addresses. */
interface TusLimits {
  readonly ofKeys: RateLimit | undefined;
  readonly ofSigned: SignedLimits;
}

/** A request of the tus protocol, and what answers it. */
interface TusContext {
  readonly scope: FastifyInstance;
  readonly parts: ServerParts;
  readonly backend: TusBackend;
  readonly request: FastifyRequest<TusRequest>;
  readonly reply: FastifyReply;
}

/**
 * Adds `/tus` of the Ingest API: resumable uploads by the tus protocol. A request needs a key, or the signature of
 * the address.
 */
export function tusRoutes(
  scope: FastifyInstance,
  parts: ServerParts,
  findCaller: FindCaller,
  limits: TusLimits,
): void {
  scope.register((tus, _options, done) => {
    identifyCallers(tus, parts, findCaller, limits);
    const openBackend = openTusBackend(parts);
    const by =
      (answer: (context: TusContext) => Promise<FastifyReply>) =>
      async (request: FastifyRequest<TusRequest>, reply: FastifyReply): Promise<FastifyReply> =>
        await answer({ scope: tus, parts, backend: await openBackend(), request, reply });
    tus.post<TusRequest>('/tus', { config: { ...POST_TUS.config, ...TAKES_FILES } }, by(answerCreation));
    const patch = { config: { ...PATCH_TUS.config, ...TAKES_FILES } };
    tus.patch<TusRequest>('/tus/:tag/:id', patch, by(answerPatch));
    const head = { config: { tokens: { scopes: ['form', 'edit'] } } } as const;
    tus.head<TusRequest>('/tus/:tag/:id', head, by(answerHead));
    tus.delete<TusRequest>('/tus/:tag/:id', DELETE_TUS, by(answerDelete));
    done();
  });
}

/** Checks the signature or the key of each request. Sets the caller unless the address is signed. */
function identifyCallers(
  tus: FastifyInstance,
  parts: ServerParts,
  findCaller: FindCaller,
  { ofKeys, ofSigned }: TusLimits,
): void {
  tus.decorateRequest('caller', null);
  tus.addHook<TusRequest>('onRequest', async (request, reply) => {
    const { params, query } = request;
    const stage = readStage(params.version);
    if (!('signature' in query || 'upload' in query)) {
      await identifyCaller(findCaller, request, reply, stage, parts);
      await ofKeys?.call(tus, request, reply);
      return;
    }
    await ofSigned.countAddress(request);
    const isValid =
      params.id === undefined
        ? parts.uploadAddresses.isValid(stage, String(query['upload']), query)
        : parts.uploadAddresses.isValidResumable(stage, `${params.tag}/${params.id}`, query);
    if (!isValid) throw createExpiredUploadError();
    await ofSigned.countSource(request);
  });
}

async function answerCreation(context: TusContext): Promise<FastifyReply> {
  const { parts, request } = context;
  const metadata = readMetadata(context);
  const expires = readEnd(request, Date.now() + parts.ingest.uploadMs);
  const { source, onCreate } =
    request.caller === null
      ? await prepareSigned(context, metadata)
      : await prepareSource(context, metadata, expires);
  const tag = createUploadTag();
  const name = toIncomingName(source.id, tag);
  let isCreated = false;
  const target = {
    name,
    onCreate: async () => {
      const bytes = Number(request.headers['upload-length']);
      await beginUpload(parts, source, { id: name, source: source.id, bytes, expires });
      isCreated = true;
      await onCreate?.();
    },
    getAddress: () =>
      uploadAddressesFor(request, parts).resumableUrlOf(
        readStage(request.params.version),
        `${tag}/${source.id}`,
        request.caller === null ? expires : undefined,
      ),
  };
  const upload = { source, target, isRecorded: () => isCreated };
  /** Removes the new upload. Its source fails if the client does not know it. */
  const drop = async (): Promise<void> => {
    if (!isCreated) return;
    if (request.caller !== null) await recordFailedUpload(parts, source.id, CUT, name);
    await discardUpload(parts, name);
  };
  try {
    const outcome = await exchangeBytes(context, upload);
    const { raw } = request;
    // Without its address, the client cannot continue the upload.
    if (!outcome.response.ok || (raw.destroyed && !raw.complete)) await drop();
    return await answerReceived(context, upload, outcome);
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Returns the end of the time for an upload: that of the signed address, which it inherits, if that is earlier. */
function readEnd({ caller, query }: FastifyRequest<TusRequest>, latest: number): Date {
  return new Date(caller === null ? Math.min(latest, Number(query['expires']) * 1000) : latest);
}

/** The source of an upload. */
type UploadSource = Pick<SourceRow, 'id' | 'owner' | 'stage'>;

/** The source of a new upload. */
interface PreparedSource {
  readonly source: UploadSource;
  /** Stores the source, unless it exists. */
  readonly onCreate?: () => Promise<unknown>;
}

async function prepareSigned(
  { parts, request: { params, query } }: TusContext,
  metadata: TusMetadata,
): Promise<PreparedSource> {
  const source = await findUploadedSource(parts, String(query['upload']), readStage(params.version));
  rejectOptions(metadata);
  return { source };
}

async function prepareSource(
  { scope, parts, request }: TusContext,
  metadata: TusMetadata,
  uploadExpires: Date,
): Promise<PreparedSource> {
  const { owner, stage } = callerOf(request);
  const options = await scope.check(owner, 'readUploadRequest', toUploadBody(metadata));
  await requirePlainUpload(scope, parts, callerOf(request), options);
  await requireIngestOptions(parts, owner, options);
  const identity = identifySource();
  const source = { ...identity, ...options, uploadExpires, name: readFileName(metadata) };
  return {
    source: { id: identity.id, owner, stage },
    onCreate: () => createSource(parts, request, source, {}).create(),
  };
}

function readMetadata({ backend, request }: TusContext): TusMetadata {
  const text = request.headers['upload-metadata'];
  if (typeof text !== 'string') return {};
  try {
    return backend.library.Metadata.parse(text);
  } catch (error) {
    throw new KinoraError(
      'validation_failed',
      'The header Upload-Metadata must be a list of keys, each followed by a space and its value in Base64, with commas in between.',
      { cause: error },
    );
  }
}

/** The upload that a request is about. */
interface TusUpload {
  /** The source that it is for. */
  readonly source: UploadSource;
  readonly target: TusTarget;
  readonly isRecorded: () => boolean;
}

async function answerPatch(context: TusContext): Promise<FastifyReply> {
  const upload = { isRecorded: () => true, ...(await findKeptTarget(context)) };
  return await answerReceived(context, upload, await exchangeBytes(context, upload));
}

/** Handles a request that may send bytes. */
async function exchangeBytes(
  { parts, backend, request }: TusContext,
  { source: { id, owner, stage }, target, isRecorded }: TusUpload,
): Promise<TusOutcome> {
  const { name } = target;
  const upload = { owner, stage, name, hasUnknownLength: false, isRecorded };
  using bytes = new ArrivingBytes(parts, upload, request.raw);
  try {
    const outcome = await exchangeTus(backend, request, target, bytes.read());
    // If the length of the body is known, it is refused before its first byte, and the upload can be continued.
    const hasFailed = outcome.response.status === 413 && request.headers['content-length'] === undefined;
    if (hasFailed) await failIfFirst(parts, id, name, TOO_LONG);
    return outcome;
  } catch (error) {
    if (request.method === 'POST' || (await isUploadKept(parts.database.tables, name))) throw error;
    // The bytes that were written meanwhile are not needed.
    await discardUpload(parts, name);
    throw createEndedUploadError();
  }
}

/** Ends an upload, and deletes its bytes. Its source fails unless it has received a file. */
async function failIfFirst(parts: ServerParts, id: string, name: string, reason: string): Promise<void> {
  const source = await findSourceById(parts.database.tables, id);
  if (source?.received === false) await recordFailedUpload(parts, id, reason, name);
  await discardUpload(parts, name);
}

/** Answers a request that may have sent bytes. After the last ones, the import of the source begins. */
async function answerReceived(
  { parts, request, reply }: TusContext,
  { source: { id }, target }: TusUpload,
  { response, finished }: TusOutcome,
): Promise<FastifyReply> {
  if (finished !== undefined) await recordFinished(parts, id, target.name, finished.size);
  if (response.ok) reply.header('x-kinora-source', id);
  const expires = response.headers.get('upload-expires');
  if (expires !== null)
    response.headers.set('upload-expires', readEnd(request, Date.parse(expires)).toUTCString());
  return await sendTusResponse(request, reply, response);
}

async function recordFinished(
  parts: ServerParts,
  id: string,
  name: string,
  size: number | undefined,
): Promise<void> {
  if (size === 0) await recordFailedUpload(parts, id, EMPTY_FILE, name);
  else await recordUpload(parts, id, { name, bytes: size ?? 0 });
}

async function answerHead(context: TusContext): Promise<FastifyReply> {
  const { parts, backend, request, reply } = context;
  const { source, target } = await findTarget(context);
  reply.header('x-kinora-source', source.id);
  const bytes = source.status === 'ready' && source.imported === target.name ? source.bytes : null;
  if (bytes !== null && (await parts.storage.incoming.size(target.name)) === undefined) {
    // The upload was imported. A client that has missed the last response must not begin again.
    const length = { 'upload-offset': bytes, 'upload-length': bytes, 'tus-resumable': '1.0.0' };
    return reply.headers({ ...length, 'cache-control': 'no-store' }).send();
  }
  const { response } = await exchangeTus(backend, request, target);
  if (response.ok && response.headers.get('upload-offset') === response.headers.get('upload-length'))
    await recordMissed(context, source, target.name);
  return await sendTusResponse(request, reply, response);
}

/** Records a finished upload if the server ended or failed before it had recorded it. */
async function recordMissed(
  { parts, backend: { store } }: TusContext,
  source: SourceRow,
  name: string,
): Promise<void> {
  if (source.incoming === name) return;
  const { creation_date: created = '', size } = await store.datastore.getUpload(store.idOf(name));
  if (source.received && source.updated >= new Date(created)) return;
  await recordFinished(parts, source.id, name, size);
}

async function answerDelete(context: TusContext): Promise<FastifyReply> {
  const { parts, backend, request, reply } = context;
  const { source, target } = await findKeptTarget(context);
  const { response } = await exchangeTus(backend, request, target);
  if (response.ok) await failIfFirst(parts, source.id, target.name, CANCELLED);
  return await sendTusResponse(request, reply.header('x-kinora-source', source.id), response);
}

/** Finds the upload that a request is about. @throws {KinoraError} `not_found` if there is none. */
async function findTarget({
  parts,
  request: { params, caller },
}: TusContext): Promise<{ readonly source: SourceRow; readonly target: TusTarget }> {
  const { version, tag, id } = readTexts(uploadPath, params);
  const name = requireIncomingName(toIncomingName(id, tag));
  if (caller !== null && (await findSource(parts.database.tables, caller.owner, id)) === undefined)
    throw createMissingUploadError();
  const source = await findUploadedSource(parts, id, readStage(version));
  return { source, target: { name, getAddress: () => '' } };
}

/** Finds an upload that is not over. @throws {KinoraError} `not_found`. */
async function findKeptTarget(context: TusContext): ReturnType<typeof findTarget> {
  const found = await findTarget(context);
  if (await isUploadKept(context.parts.database.tables, found.target.name)) return found;
  throw new KinoraError(
    'not_found',
    'The upload has expired, was cancelled or replaced, or is finished. Create a new upload.',
  );
}
