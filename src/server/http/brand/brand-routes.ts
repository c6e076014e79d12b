import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findBrand, saveBrand, type StoredBrand } from '../../../store/brand.ts';
import { callerOf } from '../access/authentication.ts';
import {
  readExpectedVersion,
  saveHeaders,
  toVersionHeader,
  versionedHeaders,
} from '../kept-edits/version-header.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeBody, describeEditResponse, describeRoute } from '../openapi/operation.ts';
import { versionPath } from '../openapi/parameters.ts';
import { requireBody } from '../request/json-body.ts';
import { wrapResponse } from '../response/envelope.ts';
import { createEnvelope, Owner } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { Brand } from './brand-body.ts';

export const BrandResponse = createEnvelope(
  'BrandResponse',
  z.object({
    owner: Owner,
    version: z
      .int()
      .min(0)
      .describe('The number of its last save, which is its ETag, too; 0 if there was none.'),
    brand: Brand,
  }),
  'The brand of the account in this environment.',
);

const EXAMPLE_BRAND: z.infer<typeof Brand> = {
  palettes: [{ name: 'House', colors: ['#101828', '#f5b544'] }],
  fonts: [{ family: 'Montserrat' }],
  logos: [{ name: 'Logo', src: 'https://example.com/logo.svg' }],
};

const response = {
  ...describeEditResponse('The brand.', BrandResponse, {
    owner: EXAMPLE.render.owner,
    version: 3,
    brand: EXAMPLE_BRAND,
  }),
  headers: versionedHeaders,
};

const GET_BRAND = describeRoute({
  operationId: 'getBrand',
  tags: ['Edits'],
  summary: 'Get the brand',
  description:
    'Returns the palettes, fonts and logos that the account keeps in this environment. They are empty until they are saved. An addition of Kinora.',
  requestParams: { path: versionPath },
  responses: { 200: response, ...describeEditFailures() },
});

const PUT_BRAND = describeRoute(
  {
    operationId: 'putBrand',
    tags: ['Edits'],
    summary: 'Save the brand',
    description:
      'Saves the palettes, fonts and logos of the account. With `If-Match`, only if no other save has changed them meanwhile. An addition of Kinora.',
    requestParams: { path: versionPath, header: saveHeaders.pick({ 'if-match': true }) },
    requestBody: describeBody(Brand, EXAMPLE_BRAND),
    responses: { 200: response, ...describeEditFailures(400, 412, 413, 415) },
  },
  'render',
);

/** Adds `GET /brand` and `PUT /brand` of the Edit API. An addition of Kinora. */
export function brandRoutes(scope: FastifyInstance, { database: { tables } }: ServerParts): void {
  const toShown = (owner: string, { brand, version }: StoredBrand) => ({
    owner,
    version,
    // The schema has checked what is stored.
    brand: { palettes: [], fonts: [], logos: [], ...(JSON.parse(brand) as object) },
  });

  scope.get('/brand', GET_BRAND, async (request, reply) => {
    const { owner } = callerOf(request);
    const found = await findBrand(tables, owner);
    reply.headers(toVersionHeader(found.version));
    return wrapResponse('OK', toShown(owner, found));
  });

  scope.put('/brand', PUT_BRAND, async (request, reply) => {
    const { owner } = callerOf(request);
    const expected = readExpectedVersion(request, false);
    const brand = await scope.check(owner, 'readBrand', requireBody(request).text);
    const version = await saveBrand(tables, owner, brand, expected);
    reply.headers(toVersionHeader(version));
    return wrapResponse('OK', toShown(owner, { brand, version }));
  });
}
