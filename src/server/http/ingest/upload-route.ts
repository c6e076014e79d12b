import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { UploadBody } from '../../../ingest/schema.ts';
import { callerOf } from '../access/authentication.ts';
import { describeIngestFailures } from '../openapi/failures.ts';
import { describeBody, describeResponse, describeRoute } from '../openapi/operation.ts';
import { idempotencyHeader, versionPath } from '../openapi/parameters.ts';
import { answerIdempotently } from '../request/idempotency.ts';
import { requireBody } from '../request/json-body.ts';
import { uploadAddressesFor } from '../request/public-url.ts';
import { Id, Time, Url } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { createSource, identifySource } from './create-source.ts';
import { requireIngestOptions, requirePlainUpload } from './require-ingest-options.ts';
import { EXAMPLE_SOURCE } from './shown-source.ts';

const UPLOAD_MS = 60 * 60 * 1000;

const UploadResponse = z
  .object({
    data: z.object({
      type: z.literal('upload').describe('Always "upload".'),
      id: Id.describe('The id of the source that the upload becomes, a UUID.'),
      attributes: z
        .object({
          id: Id.describe('The id of the source that the upload becomes, a UUID.'),
          url: Url.describe('The URL for the bytes of the file. It needs no API key.'),
          expires: Time.describe('The time until which the URL is valid: one hour.'),
        })
        .describe('The fields of the upload.'),
    }),
  })
  .meta({ id: 'UploadResponse', description: 'A URL for the upload of a file.' });

const POST_UPLOAD = describeRoute(
  {
    operationId: 'postUpload',
    tags: ['Ingest'],
    summary: 'Create an upload',
    description:
      'Returns a URL for one file. Send the bytes of the file to the URL with PUT, without an API key and with any content type. The file then becomes the source with the id of the upload. No body is required.',
    requestParams: { path: versionPath, header: idempotencyHeader },
    requestBody: {
      ...describeBody(UploadBody, { outputs: { renditions: [{ format: 'webm' }] } }),
      required: false,
    },
    responses: {
      200: describeResponse('The upload was created.', UploadResponse, {
        data: {
          type: 'upload',
          id: EXAMPLE_SOURCE.id,
          attributes: {
            id: EXAMPLE_SOURCE.id,
            url: `https://media.example.com/ingest/v1/upload/${EXAMPLE_SOURCE.id}?expires=1795167000&signature=yTb1vPDC5Xy2bq8l0Fv3m3lT0n9jv5cGm8q7Xk2wJ4A`,
            expires: '2026-11-20T10:30:00.000Z',
          },
        },
      }),
      ...describeIngestFailures(400, 409, 413, 415, 507),
    },
  },
  'render',
  { scopes: ['form', 'edit'] },
);

/** Adds `POST /upload` of the Ingest API. */
export function uploadRoute(scope: FastifyInstance, parts: ServerParts): void {
  acceptEmptyBodies(scope);
  const route = { route: 'POST /upload', status: 200, emptyBody: '{}' };
  scope.post('/upload', POST_UPLOAD, (request, reply) =>
    answerIdempotently(request, reply, parts, route, async () => {
      const { owner, stage } = callerOf(request);
      const options = await scope.check(owner, 'readUploadRequest', requireBody(request).text);
      await requirePlainUpload(scope, parts, callerOf(request), options);
      await requireIngestOptions(parts, owner, options);
      const { id, created } = identifySource();
      const uploadExpires = new Date(created.getTime() + UPLOAD_MS);
      const url = uploadAddressesFor(request, parts).urlOf(stage, id, uploadExpires);
      const attributes = { id, url, expires: uploadExpires.toISOString() };
      const data = { type: 'upload', id, attributes };
      return createSource(parts, request, { id, created, uploadExpires, ...options }, data);
    }),
  );
}

/**
 * Accepts any content type if the body is empty: clients such as `curl -d ''` name one of their own choice.
 */
function acceptEmptyBodies(scope: FastifyInstance): void {
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    const sentence = 'The body must be JSON. Send it with the header content-type: application/json.';
    done(new KinoraError('unsupported_media_type', sentence));
  });
}
