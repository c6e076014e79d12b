import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FindCaller, readStage } from '../access/authentication.ts';
import type { RateLimit } from '../access/rate-limits.ts';
import { openSignedLimits, type SignedLimits } from '../access/signed-limits.ts';
import { createErrorHandler, listErrorBody } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';
import { tusRoutes } from './tus-routes.ts';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { createTooLargeError } from '../../../hosting/limit-length.ts';
import type { SourceRow } from '../../../store/sources.ts';
import { TAKES_FILES } from '../connection/slow-clients.ts';
import { describeIngestFailures } from '../openapi/failures.ts';
import { describeResponse, describeRoute } from '../openapi/operation.ts';
import { createIdPath } from '../openapi/parameters.ts';
import { ArrivingBytes, beginUpload } from './receive-bytes.ts';
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

/** An upload ends if the connection is idle for this long, in milliseconds. */
const IDLE_MS = 90_000;
/** Milliseconds that a client has after a refusal to stop sending. */
const REFUSAL_MS = 10_000;

/** Maximum delay of a timer in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The methods of requests that bring bytes. */
const TAKING_METHODS: readonly string[] = ['PUT', 'POST', 'PATCH'];

/** The dependencies of the routes that take files. */
export interface ReceivingParts extends ServerParts {
  /** Idle time before an upload ends, in milliseconds. Set only in tests. */
  readonly idleMs?: number;
}

/**
 * Adds the routes of the Ingest API that take files. Their handlers read the body themselves, and a signed
 * address takes the place of the key.
 */
export async function receiveRoutes(
  app: FastifyInstance,
  parts: ReceivingParts,
  findCaller: FindCaller,
  limit: RateLimit | undefined,
): Promise<void> {
  const signedLimits = openSignedLimits(app, parts.rateLimits);
  await app.register(
    (scope, _options, done) => {
      scope.setErrorHandler(createErrorHandler(listErrorBody));
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      requireRoom(scope, parts);
      scope.addHook('onRequest', watchConnection(parts.idleMs ?? IDLE_MS, parts.ingest.uploadMs));
      receiveRoute(scope, parts, signedLimits);
      tusRoutes(scope, parts, findCaller, { ofKeys: limit, ofSigned: signedLimits });
      done();
    },
    { prefix: '/ingest/:version' },
  );
}

/** Rejects uploads while the disk that would hold them is full. */
function requireRoom(scope: FastifyInstance, { storage, disk }: ReceivingParts): void {
  if (storage.folder === undefined) return;
  scope.addHook('onRequest', async ({ method }) => {
    if (TAKING_METHODS.includes(method)) await disk.check();
  });
}

/**
 * Ends uploads whose bytes stop arriving, or that last longer than uploads may. If a request is refused before
 * all its bytes have arrived, discards the rest for a while, so that the client can read the response.
 */
function watchConnection(idleMs: number, totalMs: number) {
  return ({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    // Once the last byte has arrived, the client waits for the server: a slow database or storage is not an
    // idle client. Without a listener of the response, Node.js itself would close the connection then.
    reply.raw.setTimeout(idleMs, () => {
      if (!raw.complete) raw.destroy();
    });
    const timer = setTimeout(() => raw.destroy(), Math.min(totalMs, MAX_TIMER_MS)).unref();
    reply.raw.once('close', () => clearTimeout(timer));
    reply.raw.once('finish', () => {
      if (raw.complete || raw.destroyed) return;
      setTimeout(() => {
        if (!raw.complete) raw.destroy();
      }, REFUSAL_MS).unref();
      raw.removeAllListeners('readable').resume();
    });
    done();
  };
}

/** A request with the bytes of a file. */
interface UploadRequest {
  Params: { version: string; id: string };
  Querystring: Record<string, unknown>;
}

const signedQuery = z.object({
  expires: z.string().describe('The end of the validity of the URL, in seconds since 1970.'),
  signature: z.string().describe('The signature of the URL.'),
});

const PUT_UPLOAD = describeRoute({
  operationId: 'putUpload',
  tags: ['Ingest'],
  summary: 'Upload a file',
  description:
    'Takes the bytes of a file at the URL that POST /upload returned. It needs no API key. Any content type is accepted, and none. The file then becomes the source with the id in the URL. Until the URL expires, another file may be sent: it replaces the source, and ends all its other uploads. A source takes four uploads at the same time.',
  security: [],
  requestParams: { path: createIdPath('source'), query: signedQuery },
  requestBody: {
    required: true,
    content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
  },
  responses: {
    200: describeResponse('The file has arrived and waits for its import.', z.object({}), {}),
    ...describeIngestFailures(400, 409, 413, 415, 507),
  },
});

/** Adds `PUT /upload/{id}` of the Ingest API. */
function receiveRoute(scope: FastifyInstance, parts: ServerParts, limits: SignedLimits): void {
  const { uploadAddresses } = parts;

  async function checkSignature(request: FastifyRequest<UploadRequest>): Promise<void> {
    const { params, query, headers } = request;
    await limits.countAddress(request);
    const stage = readStage(params.version);
    if (!uploadAddresses.isValid(stage, params.id, query)) throw createExpiredUploadError();
    await limits.countSource(request);
    // The framework rejects malformed content types, but the bytes say what the file is.
    delete headers['content-type'];
  }

  scope.put<UploadRequest>(
    '/upload/:id',
    { config: { ...PUT_UPLOAD.config, ...TAKES_FILES }, onRequest: checkSignature },
    async (request, reply) => {
      const { version, id } = request.params;
      await receiveFile(parts, await findUploadedSource(parts, id, readStage(version)), request);
      return reply.send({});
    },
  );
}

async function receiveFile(
  parts: ServerParts,
  source: SourceRow,
  { raw, headers }: FastifyRequest<UploadRequest>,
): Promise<void> {
  const { maxBytes } = parts.ingest.ingestLimits;
  const { id } = source;
  const length = headers['content-length'];
  const announced = length === undefined ? undefined : Number(length);
  if (announced !== undefined && announced > maxBytes) {
    const error = createTooLargeError(maxBytes);
    await recordFailedUpload(parts, id, error.message);
    throw error;
  }
  const name = toIncomingName(id, createUploadTag());
  await beginUpload(parts, source, { id: name, source: id, bytes: announced, expires: undefined });
  try {
    const bytes = await storeBytes(parts, source, name, raw);
    if (bytes === 0) throw new KinoraError('validation_failed', EMPTY_FILE);
    await recordUpload(parts, id, { name, bytes });
  } catch (thrown) {
    const error = raw.destroyed && !raw.complete ? createCutError(length, thrown) : thrown;
    // Other errors are not caused by the file, so the client may send it again.
    if (error instanceof KinoraError && SOURCE_ERRORS.includes(error.code))
      await recordFailedUpload(parts, id, error.message, name);
    await discardUpload(parts, name);
    throw error;
  }
}

/** Stores the bytes of a request under a name. Returns their number. */
async function storeBytes(
  parts: ServerParts,
  { owner, stage }: SourceRow,
  name: string,
  raw: IncomingMessage,
): Promise<number> {
  const hasUnknownLength = raw.headers['content-length'] === undefined;
  const upload = { owner, stage, name, hasUnknownLength, isRecorded: () => true };
  using bytes = new ArrivingBytes(parts, upload, raw);
  const body = Readable.from(bytes.read());
  try {
    return await parts.storage.incoming.receive(name, body, parts.ingest.ingestLimits.maxBytes);
  } finally {
    body.destroy();
  }
}

/** The codes of errors that end an upload. */
const SOURCE_ERRORS: readonly string[] = ['body_too_large', 'validation_failed'];

function createCutError(length: string | undefined, cause: unknown): KinoraError {
  const announced = length === undefined ? '' : ` of ${Number(length).toLocaleString('en')} bytes`;
  return new KinoraError(
    'validation_failed',
    `The upload${announced} ended before the whole file had arrived. Upload the file again.`,
    { cause },
  );
}
