import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { createTooLargeError } from '../../../hosting/limit-length.ts';
import { extendUpload, type SourceRow } from '../../../store/sources.ts';
import { readStage } from '../access/authentication.ts';
import { requireStorageQuota } from '../access/require-storage-quota.ts';
import { TAKES_FILES } from '../connection/request-timeout.ts';
import { describeIngestFailures } from '../openapi/failures.ts';
import { describeResponse, describeRoute } from '../openapi/operation.ts';
import { createIdPath } from '../openapi/parameters.ts';
import type { ServerParts } from '../server-parts.ts';
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

/** Milliseconds after which an upload counts as missed if its server has ended. */
const EXTENSION_MS = 30 * 60_000;

/** A request with the bytes of a file. */
export interface UploadRequest {
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
    'Takes the bytes of a file at the URL that POST /upload returned. It needs no API key. Any content type is accepted, and none. The file then becomes the source with the id in the URL. Until the URL expires, another file may be sent: it replaces the source.',
  security: [],
  requestParams: { path: createIdPath('source'), query: signedQuery },
  requestBody: {
    required: true,
    content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
  },
  responses: {
    200: describeResponse('The file has arrived and waits for its import.', z.object({}), {}),
    ...describeIngestFailures(400, 413, 415, 507),
  },
});

/** Adds `PUT /upload/{id}` of the Ingest API. */
export function receiveRoute(scope: FastifyInstance, parts: ServerParts): void {
  const { uploadAddresses } = parts;

  function checkSignature({ params, query, headers }: FastifyRequest<UploadRequest>): Promise<void> {
    const stage = readStage(params.version);
    if (!uploadAddresses.isValid(stage, params.id, query)) throw createExpiredUploadError();
    // The framework rejects malformed content types, but the bytes say what the file is.
    delete headers['content-type'];
    return Promise.resolve();
  }

  scope.put<UploadRequest>(
    '/upload/:id',
    { config: { ...PUT_UPLOAD.config, ...TAKES_FILES }, onRequest: checkSignature },
    async (request, reply) => {
      const { version, id } = request.params;
      const source = await findUploadedSource(parts, id, readStage(version));
      const stopExtending = await extendWhileReceiving(parts, id);
      try {
        await receiveFile(parts, source, request);
      } finally {
        stopExtending();
      }
      return reply.send({});
    },
  );
}

/**
 * Keeps a worker from recording an upload as missed while its file is arriving.
 *
 * @returns a function that ends this.
 */
async function extendWhileReceiving(
  { database: { tables }, log }: ServerParts,
  id: string,
): Promise<() => void> {
  const extend = (): Promise<void> => extendUpload(tables, id, new Date(Date.now() + EXTENSION_MS));
  await extend();
  const timer = setInterval(() => {
    extend().catch((error: unknown) => log.warn({ err: error }, 'Could not extend an upload.'));
  }, EXTENSION_MS / 3);
  return () => clearInterval(timer);
}

async function receiveFile(
  parts: ServerParts,
  source: SourceRow,
  { raw, headers }: FastifyRequest<UploadRequest>,
): Promise<void> {
  const { storage, ingest } = parts;
  const { maxBytes } = ingest.ingestLimits;
  const { id } = source;
  const name = toIncomingName(id, createUploadTag());
  try {
    const announced = Number(headers['content-length'] ?? 0);
    if (announced > maxBytes) throw createTooLargeError(maxBytes);
    await requireStorageQuota(parts, source, announced);
    const bytes = await storage.incoming.receive(name, raw, maxBytes);
    if (bytes === 0) throw new KinoraError('validation_failed', EMPTY_FILE);
    // A client need not announce the size.
    if (announced === 0) await requireStorageQuota(parts, source, bytes);
    await recordUpload(parts, id, name);
  } catch (thrown) {
    await deleteIncoming(parts, name);
    const error = raw.destroyed && !raw.complete ? createCutError(headers['content-length'], thrown) : thrown;
    // Other errors are not caused by the file, so the client may send it again.
    if (error instanceof KinoraError && SOURCE_ERRORS.includes(error.code))
      await recordFailedUpload(parts, id, error.message);
    throw error;
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
