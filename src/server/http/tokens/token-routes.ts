import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createProblem } from '../../../edit/index.ts';
import { addToken, listTokens, revokeToken, type ShownToken } from '../../../store/accounts/tokens.ts';
import type { Caller } from '../../../store/accounts/keys.ts';
import { findKeptEdit } from '../../../store/edits/kept-edits.ts';
import { findTemplate } from '../../../store/templates.ts';
import { callerOf } from '../access/authentication.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import {
  describeBody,
  describeEditResponse,
  describeEmptyResponse,
  describeRoute,
} from '../openapi/operation.ts';
import { createIdPath, versionPath } from '../openapi/parameters.ts';
import { requireBody } from '../request/json-body.ts';
import { readParameters } from '../request/read-request.ts';
import { wrapResponse } from '../response/envelope.ts';
import { InvalidRequest, requireFound } from '../response/errors.ts';
import { createEnvelope, createReceipt, Id, Owner, Time } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { Origin, TOKEN_TIMES, TokenBody, ScopeOfToken } from './token-body.ts';

const ListedToken = z
  .object({
    id: Id.describe('The id of the token, a UUID.'),
    scope: ScopeOfToken,
    edit: Id.optional().describe('The id of its kept edit; absent for the scope form.'),
    template: Id.optional().describe('The id of its template; only for the scope form.'),
    origin: Origin.nullable().describe('The only origin of pages that may use it; null for all.'),
    created: Time.describe('The time when the token was made.'),
    expires: Time.describe('The time when it stops working.'),
  })
  .meta({ id: 'Token', description: 'A short-lived token, without the token itself.' });

export const TokenListResponse = createEnvelope(
  'TokenListResponse',
  z.object({ owner: Owner, tokens: z.array(ListedToken).describe('The tokens that work, oldest first.') }),
  'The tokens of the account in this environment.',
);

export const TokenResponse = createEnvelope(
  'TokenResponse',
  createReceipt('token').extend({
    token: z.string().describe('The token itself. It is not stored and not shown again.'),
    scope: ScopeOfToken,
    expires: Time.describe('The time when it stops working.'),
  }),
  'A new token.',
);

const EXAMPLE_TOKEN = { id: EXAMPLE.render.id, scope: 'form', expires: '2026-12-20T09:30:00.000Z' } as const;

const LIST_TOKENS = describeRoute(
  {
    operationId: 'listTokens',
    tags: ['Keys'],
    summary: 'List short-lived tokens',
    description:
      'Returns the tokens that work, oldest first, without the tokens themselves. A key without the scope full sees those that it has made. An addition of Kinora.',
    requestParams: { path: versionPath },
    responses: {
      200: describeEditResponse('The tokens.', TokenListResponse, {
        owner: EXAMPLE.render.owner,
        tokens: [
          {
            ...EXAMPLE_TOKEN,
            template: EXAMPLE.templateId,
            origin: null,
            created: EXAMPLE.render.created,
          },
        ],
      }),
      ...describeEditFailures(),
    },
  },
  'render',
);

const POST_TOKEN = describeRoute(
  {
    operationId: 'postToken',
    tags: ['Keys'],
    summary: 'Make a short-lived token',
    description:
      'Makes a token that takes the place of a key in the header x-api-key, for one kept edit or one template. Give it to people and pages that must not have a key. It stops working when it expires, when it is revoked, and with the key that made it. Only this response has the token itself. An addition of Kinora.',
    requestParams: { path: versionPath },
    requestBody: describeBody(TokenBody, {
      scope: 'form',
      template: EXAMPLE.templateId,
      expires: EXAMPLE_TOKEN.expires,
    }),
    responses: {
      201: describeEditResponse(
        'The new token.',
        TokenResponse,
        {
          message: 'Token Successfully Created',
          ...EXAMPLE_TOKEN,
          token: 'kt_EXAMPLEexampleEXAMPLEexampleEXAMPLEexampl',
        },
        'Created',
      ),
      ...describeEditFailures(400, 409, 413, 415),
    },
  },
  'render',
);

const DELETE_TOKEN = describeRoute(
  {
    operationId: 'deleteToken',
    tags: ['Keys'],
    summary: 'Revoke a short-lived token',
    description:
      'Revokes a token. Further requests with it are rejected. A key without the scope full can revoke those that it has made. An addition of Kinora.',
    requestParams: { path: createIdPath('token') },
    responses: { 204: describeEmptyResponse('The token was revoked.'), ...describeEditFailures(400) },
  },
  'render',
);

/** Adds `GET /tokens`, `POST /tokens` and `DELETE /tokens/{id}` of the Edit API. An addition of Kinora. */
export function tokenRoutes(scope: FastifyInstance, { database: { tables } }: ServerParts): void {
  scope.get('/tokens', LIST_TOKENS, async (request) => {
    const caller = callerOf(request);
    const tokens = await listTokens(tables, toFilter(caller));
    return wrapResponse('OK', { owner: caller.owner, tokens: tokens.map(toListed) });
  });

  scope.post('/tokens', POST_TOKEN, async (request, reply) => {
    const { owner, key } = callerOf(request);
    const body = await scope.check(owner, 'readNewToken', requireBody(request).text);
    const { scope: use, template, edit, origin = null } = body;
    const expires = readEnd(body);
    // The schema demands one of both.
    const subject = template ?? edit ?? '';
    const find = template === undefined ? findKeptEdit : findTemplate;
    const thing = template === undefined ? 'edit' : 'template';
    requireFound<object>(await find(tables, owner, subject), `${thing} ${subject}`);
    const { id, token } = await addToken(tables, { owner, key, scope: use, subject, origin, expires });
    request.log.info({ token: id, scope: use }, 'A token was made.');
    const made = { id, token, scope: use, expires: expires.toISOString() };
    return reply
      .status(201)
      .send(wrapResponse('Created', { message: 'Token Successfully Created', ...made }));
  });

  scope.delete('/tokens/:id', DELETE_TOKEN, async (request, reply) => {
    const { id } = readParameters(DELETE_TOKEN, request);
    requireFound((await revokeToken(tables, toFilter(callerOf(request)), id)) || undefined, `token ${id}`);
    request.log.info({ token: id }, 'A token was revoked.');
    return reply.status(204).send();
  });
}

function toFilter({ owner, key, scope }: Caller) {
  return { owner, key: scope === 'full' ? undefined : key };
}

/** Returns the end of a new token. @throws {InvalidRequest} if it is past or too late for the scope. */
function readEnd({ scope, expires }: z.output<typeof TokenBody>): Date {
  const { standard, most } = TOKEN_TIMES[scope];
  const now = Date.now();
  const end = expires === undefined ? now + standard : Date.parse(expires);
  if (end > now && end <= now + most) return new Date(end);
  const phrase = `must be later than now and at most ${most / 86_400_000} days away for the scope "${scope}"`;
  throw new InvalidRequest([createProblem(['expires'], 'out_of_range', phrase, 'string')]);
}

function toListed({ subject, created, expires, scope, ...token }: ShownToken): z.infer<typeof ListedToken> {
  return {
    ...token,
    scope,
    ...(scope === 'form' ? { template: subject } : { edit: subject }),
    created: created.toISOString(),
    expires: expires.toISOString(),
  };
}
