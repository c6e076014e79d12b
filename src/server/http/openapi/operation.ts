import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { KeyScope, TokenScope } from '../../../store/schema.ts';
import { wrapResponse } from '../response/envelope.ts';

/** Description of a route in the OpenAPI document. Path and method are taken from the route. */
type Operation = ZodOpenApiOperationObject;

/** The schemas of the parameters of a route. */
export interface RouteParameters {
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly header?: z.ZodObject;
}

/** The tokens that may use a route. All other routes are closed to tokens. */
export interface TokenAccess {
  readonly scopes: readonly TokenScope[];
  /**
   * A further condition. `subject`: the id in the path is that of the edit or the template of the token. `dry`: the
   * request is a dry run.
   */
  readonly only?: 'subject' | 'dry';
}

/** The options of a route with its description. */
export interface DescribedRoute<Parameters extends RouteParameters> {
  readonly config: {
    readonly operation: Operation & { readonly requestParams?: Parameters };
    readonly scope?: KeyScope;
    readonly tokens?: TokenAccess;
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Description of this route. A route without a description is not in the OpenAPI document. */
    operation?: Operation;
    /** The scope that a key needs for this route. Default: `read` for GET and HEAD, `full` for the others. */
    scope?: KeyScope;
    /** The tokens that may use this route. Default: none. */
    tokens?: TokenAccess;
  }
}

/** Creates the schema of a header. The document contains the header once, under `id`. */
export function createHeader(schema: z.ZodType, id: string, description: string): z.ZodType {
  return schema.meta({ description, header: { id } });
}

const Count = z.int().min(0).optional();

/** Headers of every response. */
export const commonHeaders = z.object({
  'x-request-id': createHeader(
    z.string(),
    'x-request-id',
    'The id of this request in the log of the server, a UUID.',
  ),
});

/** Headers of every response to a request with a valid key. */
export const rateLimitedHeaders = commonHeaders.extend({
  'ratelimit-limit': createHeader(
    Count,
    'ratelimit-limit',
    'The number of requests of this kind that the key may send per minute. Absent if rate limits are off.',
  ),
  'ratelimit-remaining': createHeader(
    Count,
    'ratelimit-remaining',
    'The number of requests of this kind that are left in this minute.',
  ),
  'ratelimit-reset': createHeader(
    Count,
    'ratelimit-reset',
    'The number of seconds until the count is reset.',
  ),
});

/**
 * Creates the options of a route with its description.
 *
 * @param scope the scope that a key needs for the route. Default: `read` for GET and HEAD, `full` for the others.
 * @param tokens the tokens that may use the route. Default: none.
 */
export function describeRoute<Parameters extends RouteParameters>(
  operation: DescribedRoute<Parameters>['config']['operation'],
  scope?: KeyScope,
  tokens?: TokenAccess,
): DescribedRoute<Parameters> {
  return { config: { operation, ...(scope !== undefined && { scope }), ...(tokens && { tokens }) } };
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

/** Describes a response with a body. The media type is JSON by default. */
export function describeResponse(
  description: string,
  schema: z.ZodType,
  example?: unknown,
  mediaType = 'application/json',
): ZodOpenApiResponseObject {
  const content = { [mediaType]: example === undefined ? { schema } : { schema, example } };
  return { description, headers: rateLimitedHeaders, content };
}

/** Describes a response of the Edit API. The example is wrapped in the envelope. */
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
