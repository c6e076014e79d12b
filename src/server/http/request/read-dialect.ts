import type { FastifyRequest } from 'fastify';
import type { Dialect } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import { dialectHeader } from '../openapi/parameters.ts';
import type { ServerParts } from '../server-parts.ts';
import { readTexts } from './read-request.ts';

/** The header in which a request names the dialect of its edit. */
export const DIALECT_HEADER = 'x-kinora-dialect';

/**
 * Returns the dialect of the edit in a request. The header wins over the dialect that was stored with a
 * template, which wins over the key's, which wins over the setting (contract C45).
 *
 * @param stored The dialect that was stored with the template of the request.
 * @throws {InvalidRequest} if the header names no dialect.
 */
export function readDialect(
  request: FastifyRequest,
  { dialect }: Pick<ServerParts, 'dialect'>,
  stored: Dialect | null = null,
): Dialect {
  const named = readTexts(dialectHeader, request.headers)[DIALECT_HEADER];
  return named ?? stored ?? callerOf(request).dialect ?? dialect;
}
