import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { createTooLargeError } from '../../../hosting/limit-length.ts';
import type { SourceRow } from '../../../store/sources.ts';
import { readStage } from '../access/authentication.ts';
import type { SignedLimits } from '../access/signed-limits.ts';
import { TAKES_FILES } from '../connection/request-timeout.ts';
import { describeIngestFailures } from '../openapi/failures.ts';
import { describeResponse, describeRoute } from '../openapi/operation.ts';
import { createIdPath } from '../openapi/parameters.ts';
import type { ServerParts } from '../server-parts.ts';
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
export function receiveRoute(scope: FastifyInstance, parts: ServerParts, limits: SignedLimits): void {
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
