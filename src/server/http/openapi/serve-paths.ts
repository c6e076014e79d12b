import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { AssetRenderResponse, AssetResponse, TransferResponse } from '../serve/answers.ts';
import { TransferBody } from '../serve/bodies.ts';
import * as examples from './examples.ts';
import { counted, serveFailures } from './failures.ts';
import { idempotency, idIn, renderOrTransfer, versionOnly } from './parameters.ts';

/** The hosted files. */
export const servePaths: ZodOpenApiPathsObject = {
  '/serve/{version}/assets': {
    post: {
      operationId: 'postServeAsset',
      tags: ['Hosted files'],
      summary: 'Transfer a file',
      description:
        'Fetches a file from a public URL and sends it to destinations; the built-in hosting is one of them unless it is excluded. `GET /assets/render/{id}` with your id shows what becomes of it.',
      requestParams: { path: versionOnly, header: idempotency },
      requestBody: {
        required: true,
        content: { 'application/json': { schema: TransferBody, example: examples.transfer } },
      },
      responses: {
        200: {
          description: 'It is fetched and sent now.',
          headers: counted,
          content: { 'application/json': { schema: TransferResponse, example: examples.transferred } },
        },
        ...serveFailures(400, 409, 413, 415),
      },
    },
  },
  '/serve/{version}/assets/{id}': {
    get: {
      operationId: 'getAsset',
      tags: ['Hosted files'],
      summary: 'See a hosted file',
      description: 'What a hosted file is and where.',
      requestParams: { path: idIn('asset') },
      responses: {
        200: {
          description: 'The file.',
          headers: counted,
          content: { 'application/json': { schema: AssetResponse, example: examples.asset } },
        },
        ...serveFailures(400),
      },
    },
    delete: {
      operationId: 'deleteAsset',
      tags: ['Hosted files'],
      summary: 'Delete a hosted file',
      description:
        'Each file of a render is deleted by its own id. A file at another provider stays there. The asset is still shown, with the status deleted.',
      requestParams: { path: idIn('asset') },
      responses: { 204: { description: 'It is gone.', headers: counted }, ...serveFailures(400) },
    },
  },
  '/serve/{version}/assets/render/{id}': {
    get: {
      operationId: 'getAssetsByRenderId',
      tags: ['Hosted files'],
      summary: 'See the hosted files of a render',
      description: '404 until the first file of the render is being published.',
      requestParams: { path: renderOrTransfer },
      responses: {
        200: {
          description: 'The files.',
          headers: counted,
          content: { 'application/json': { schema: AssetRenderResponse, example: examples.assets } },
        },
        ...serveFailures(400),
      },
    },
  },
};
