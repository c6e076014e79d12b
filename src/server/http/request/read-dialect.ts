import type { FastifyRequest } from 'fastify';
import { createProblem, type Dialect, DIALECTS } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import { InvalidRequest } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';

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
  return readHeader(request.headers[DIALECT_HEADER]) ?? stored ?? callerOf(request).dialect ?? dialect;
}

function readHeader(value: string | string[] | undefined): Dialect | undefined {
  if (value === undefined) return undefined;
  const dialect = DIALECTS.find((name) => name === value);
  if (dialect !== undefined) return dialect;
  const names = DIALECTS.map((name) => JSON.stringify(name)).join(' or ');
  throw new InvalidRequest([createProblem([DIALECT_HEADER], 'not_allowed', `must be ${names}`)]);
}
