import { z } from 'zod';
import { describeIngestFailures } from '../openapi/failures.ts';
import { commonHeaders, createHeader, describeRoute } from '../openapi/operation.ts';
import { createIdPath, versionPath } from '../openapi/parameters.ts';

const PROTOCOL = { description: 'The tus protocol.', url: 'https://tus.io/protocols/resumable-upload' };

const bytes = {
  required: false,
  content: {
    'application/offset+octet-stream': { schema: z.string().meta({ format: 'binary' }) },
  },
} as const;

/** The path of a resumable upload. */
export const uploadPath = createIdPath('source').extend({
  tag: z.string().describe('The part of the URL that distinguishes the uploads of a source.'),
});

const tusHeader = z.object({
  'tus-resumable': z.literal('1.0.0').describe('The version of the protocol.'),
});

const offset = createHeader(z.int().min(0), 'upload-offset', 'The number of bytes that have arrived.');

/** The description of `POST /tus`. */
export const POST_TUS = describeRoute(
  {
    operationId: 'createTusUpload',
    tags: ['Ingest'],
    summary: 'Create a resumable upload',
    description:
      'Creates an upload that can be resumed after an interruption, by the tus protocol 1.0. Any tus client can use this URL. With an API key, the upload also creates a source. Its options, as in POST /upload, are values of Upload-Metadata: outputs and destinations as JSON text, and callback. To use an upload that POST /upload has created instead of a key, add upload={id} and the query of its URL to this URL.',
    externalDocs: PROTOCOL,
    requestParams: {
      path: versionPath,
      query: z.object({
        upload: z.string().optional().describe('The id of an upload that POST /upload has created.'),
        expires: z.string().optional().describe('From the URL of that upload.'),
        signature: z.string().optional().describe('From the URL of that upload.'),
      }),
      header: tusHeader.extend({
        'upload-length': z.string().describe('The size of the file in bytes.'),
        'upload-metadata': z.string().optional().describe('Pairs of a key and a value in Base64.'),
      }),
    },
    requestBody: bytes,
    responses: {
      201: {
        description: 'The upload was created.',
        headers: commonHeaders.extend({
          location: createHeader(
            z.string(),
            'location',
            'The URL of the upload. Ends with the id of the source.',
          ),
          'x-kinora-source': createHeader(z.string(), 'x-kinora-source', 'The id of the source.'),
        }),
      },
      ...describeIngestFailures(400, 409, 412, 413, 507),
    },
  },
  'render',
  { scopes: ['form', 'edit'] },
);

/** The description of `PATCH /tus/{tag}/{id}`. */
export const PATCH_TUS = describeRoute(
  {
    operationId: 'continueTusUpload',
    tags: ['Ingest'],
    summary: 'Continue a resumable upload',
    description:
      'Takes the next bytes of a resumable upload. Send HEAD to the same URL to learn where to continue. After the last byte, the import of the source begins.',
    externalDocs: PROTOCOL,
    requestParams: {
      path: uploadPath,
      header: tusHeader.extend({
        'upload-offset': z.string().describe('The number of bytes that have arrived before.'),
      }),
    },
    requestBody: bytes,
    responses: {
      204: {
        description: 'The bytes have arrived.',
        headers: commonHeaders.extend({ 'upload-offset': offset }),
      },
      ...describeIngestFailures(400, 409, 412, 413),
    },
  },
  'render',
  { scopes: ['form', 'edit'] },
);

/** The description of `DELETE /tus/{tag}/{id}`. */
export const DELETE_TUS = describeRoute(
  {
    operationId: 'cancelTusUpload',
    tags: ['Ingest'],
    summary: 'Cancel a resumable upload',
    description: 'Removes the bytes of an unfinished upload. The source fails unless it has a file already.',
    externalDocs: PROTOCOL,
    requestParams: { path: uploadPath, header: tusHeader },
    responses: {
      204: { description: 'The upload was removed.', headers: commonHeaders },
      ...describeIngestFailures(400, 409, 412),
    },
  },
  'render',
);
