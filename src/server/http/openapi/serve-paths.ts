import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { AssetRenderResponse, AssetResponse } from '../serve/answers.ts';
import * as examples from './examples.ts';
import { counted, serveFailures } from './failures.ts';
import { idIn } from './parameters.ts';

/** The hosted files. */
export const servePaths: ZodOpenApiPathsObject = {
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
  },
  '/serve/{version}/assets/render/{id}': {
    get: {
      operationId: 'getAssetsByRenderId',
      tags: ['Hosted files'],
      summary: 'See the hosted files of a render',
      description: '404 until the first file of the render is being published.',
      requestParams: { path: idIn('render') },
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
