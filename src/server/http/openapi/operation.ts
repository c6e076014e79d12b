import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import { wrapResponse } from '../response/envelope.ts';

/** Description of a route in the OpenAPI document. Path and method come from the route itself. */
type Operation = ZodOpenApiOperationObject;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Description of this route. A route without one is not in the OpenAPI document. */
    operation?: Operation;
  }
}

/** Creates the schema of a header, which the document holds once. */
export function createHeader(schema: z.ZodType, id: string, description: string): z.ZodType {
  return schema.meta({ description, header: { id } });
}

const Count = z.int().min(0).optional();

/** Headers of every response. */
export const commonHeaders = z.object({
  'x-request-id': createHeader(
    z.string(),
    'x-request-id',
    'The id of this request, as it stands in the log of the server.',
  ),
});

/** Headers of every response to a request whose key was checked. */
export const rateLimitedHeaders = commonHeaders.extend({
  'ratelimit-limit': createHeader(
    Count,
    'ratelimit-limit',
    'How many requests of this kind the key may send in a minute. Absent where nothing is limited.',
  ),
  'ratelimit-remaining': createHeader(Count, 'ratelimit-remaining', 'How many of them are left.'),
  'ratelimit-reset': createHeader(Count, 'ratelimit-reset', 'In how many seconds the count starts anew.'),
});

/** Creates the options of a route with its description. */
export function describeRoute(operation: Operation) {
  return { config: { operation } };
}

/** Describes a required JSON body. */
export function describeBody(
  schema: z.ZodType,
  example: unknown,
  description?: string,
): ZodOpenApiRequestBodyObject {
  return {
    required: true,
    ...(description !== undefined && { description }),
    content: { 'application/json': { schema, example } },
  };
}

/** Describes a response with a body: JSON unless another media type is given. */
export function describeResponse(
  description: string,
  schema: z.ZodType,
  example?: unknown,
  mediaType = 'application/json',
): ZodOpenApiResponseObject {
  const content = { [mediaType]: example === undefined ? { schema } : { schema, example } };
  return { description, headers: rateLimitedHeaders, content };
}

/** Describes a response of the Edit API: its example goes into the envelope. */
export function describeEditResponse(
  description: string,
  schema: z.ZodType,
  example: object,
  message: 'OK' | 'Created' = 'OK',
): ZodOpenApiResponseObject {
  return describeResponse(description, schema, wrapResponse(message, example));
}

/** Describes a response without a body. */
export function describeEmptyResponse(description: string): ZodOpenApiResponseObject {
  return { description, headers: rateLimitedHeaders };
}
