import type { FastifyReply, FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import type { Caller, TokenLimits } from '../../../store/accounts/keys.ts';
import { dryRunQuery } from '../openapi/parameters.ts';
import { type PublicUrlParts, publicUrlOf } from '../request/public-url.ts';

/**
 * Checks that a token may be used for a request, and tells browsers the only origin that may read the answer.
 *
 * @throws {KinoraError} `insufficient_scope` if it may not.
 */
export function requireTokenAccess(
  { scope, subject, origin }: TokenLimits,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PublicUrlParts,
): void {
  if (origin !== null) {
    const page = originOfPage(request, parts);
    if (page !== undefined && page !== origin)
      throw new KinoraError('insufficient_scope', `This token works only in pages of ${origin}.`);
    reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
  }
  const { tokens } = request.routeOptions.config;
  if (tokens?.scopes.includes(scope) !== true)
    throw new KinoraError(
      'insufficient_scope',
      `A token with the scope "${scope}" does not allow this request.`,
    );
  if (tokens.only === 'subject' && readId(request.params) !== subject)
    throw new KinoraError('insufficient_scope', 'This token is for another edit or template.');
  if (tokens.only === 'dry' && dryRunQuery.safeParse(request.query).data?.dryRun !== true)
    throw new KinoraError(
      'insufficient_scope',
      `A token with the scope "${scope}" allows only dryRun=true here.`,
    );
}

/** The origin of the page in which a page of Kinora is framed. Only the framed page itself can send it. */
const FRAMING_PAGE = 'x-kinora-page';

/** Returns the origin of the page that uses a token. Undefined for programs. */
function originOfPage(request: FastifyRequest, parts: PublicUrlParts): string | undefined {
  const { origin, [FRAMING_PAGE]: framing } = request.headers;
  const isOwn = origin === undefined || URL.parse(origin)?.host === new URL(publicUrlOf(request, parts)).host;
  return isOwn && typeof framing === 'string' ? framing : origin;
}

function readId(parameters: unknown): string {
  const { id } = parameters as { readonly id?: string };
  return String(id).toLowerCase();
}

/**
 * Returns what a caller may see of a render: a token sees only the renders that it has submitted.
 *
 * @returns undefined if the caller may not see it.
 */
export function hideFromToken<Render extends { readonly token: string | null }>(
  { token }: Caller,
  render: Render | undefined,
): Render | undefined {
  return token === undefined || render?.token === token.id ? render : undefined;
}
