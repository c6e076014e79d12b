import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { createProblem } from '../../../edit/index.ts';
import {
  addOwnKey,
  listOwnKeys,
  type OwnKey,
  revokeOwnKey,
  type RevocationObstacle,
} from '../../../store/accounts/own-keys.ts';
import { generateKey } from '../../../store/accounts/keys.ts';
import { callerOf } from '../access/authentication.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import {
  describeBody,
  describeEditResponse,
  describeEmptyResponse,
  describeRoute,
} from '../openapi/operation.ts';
import { createFlag, createIdPath, versionPath } from '../openapi/parameters.ts';
import { requireBody } from '../request/json-body.ts';
import { readParameters } from '../request/read-request.ts';
import { wrapResponse } from '../response/envelope.ts';
import { InvalidRequest } from '../response/errors.ts';
import { createEnvelope, createReceipt, Id, Owner, Time } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { KeyBody, KeyName, Scope } from './key-body.ts';

const ListedKey = z
  .object({
    id: Id.describe('The id of the key, a UUID.'),
    name: KeyName.nullable().describe('The name of the key; null if it has none.'),
    scope: Scope,
    start: z
      .string()
      .nullable()
      .describe('The first characters of the key; null if they are unknown, or too much of a short key.'),
    fixed: z
      .boolean()
      .describe('True for a key from the settings of the server, which no request can revoke.'),
    current: z.boolean().describe('True for the key of this request.'),
    created: Time.describe('The time when the key was created.'),
    used: Time.nullable().describe('The time of its last use, to the minute; null if it was never used.'),
  })
  .meta({ id: 'ApiKey', description: 'A key, without the key itself.' });

export const KeyListResponse = createEnvelope(
  'ApiKeyListResponse',
  z.object({ owner: Owner, keys: z.array(ListedKey).describe('The keys that work, oldest first.') }),
  'The keys of the account in this environment.',
);

export const KeyResponse = createEnvelope(
  'ApiKeyResponse',
  createReceipt('key').extend({
    key: z.string().describe('The key itself. It is not stored and not shown again.'),
    name: KeyName,
    scope: Scope,
  }),
  'A new key.',
);

const EXAMPLE_KEY = { id: EXAMPLE.templateId, name: 'Render farm', scope: 'render' } as const;

const LIST_KEYS = describeRoute(
  {
    operationId: 'listKeys',
    tags: ['Keys'],
    summary: 'List the keys of the account',
    description:
      'Returns the keys of the account in this environment that work, oldest first, without the keys themselves.',
    requestParams: { path: versionPath },
    responses: {
      200: describeEditResponse('The keys.', KeyListResponse, {
        owner: EXAMPLE.render.owner,
        keys: [
          {
            ...EXAMPLE_KEY,
            start: 'k9Qd',
            fixed: false,
            current: false,
            created: EXAMPLE.render.created,
            used: EXAMPLE.render.updated,
          },
        ],
      }),
      ...describeEditFailures(),
    },
  },
  'full',
);

const POST_KEY = describeRoute({
  operationId: 'postKey',
  tags: ['Keys'],
  summary: 'Create a key',
  description:
    'Creates a key of the account for this environment, which works immediately. Only this response has the key itself. The request cannot be made idempotent, because the server does not keep the key.',
  requestParams: { path: versionPath },
  requestBody: describeBody(KeyBody, { name: 'Render farm', scope: 'render' }),
  responses: {
    201: describeEditResponse(
      'The new key.',
      KeyResponse,
      {
        message: 'Key Successfully Created',
        ...EXAMPLE_KEY,
        key: 'k9QdEXAMPLEexampleEXAMPLEexampleEXAMPLE1',
      },
      'Created',
    ),
    ...describeEditFailures(400, 409, 413, 415),
  },
});

const DELETE_KEY = describeRoute({
  operationId: 'deleteKey',
  tags: ['Keys'],
  summary: 'Revoke a key',
  description:
    'Revokes a key of the account in this environment. Further requests with it are rejected. A key from the settings of the server and the last key with the scope full cannot be revoked.',
  requestParams: {
    path: createIdPath('key'),
    query: z.object({
      self: createFlag('Set it to true to revoke the key of this request. Default false.', false),
    }),
  },
  responses: {
    204: describeEmptyResponse('The key was revoked.'),
    ...describeEditFailures(400, 409),
  },
});

const OWN_KEY = 'must be true to revoke the key that this request uses. Further requests with it would fail';

/** Adds `GET /keys`, `POST /keys` and `DELETE /keys/{id}` of the Edit API: the keys of an account. */
export function keyRoutes(scope: FastifyInstance, { database: { tables } }: ServerParts): void {
  scope.get('/keys', LIST_KEYS, async (request) => {
    const { owner, key } = callerOf(request);
    const keys = await listOwnKeys(tables, owner);
    return wrapResponse('OK', { owner, keys: keys.map((each) => toListed(each, key)) });
  });

  scope.post('/keys', POST_KEY, async (request, reply) => {
    const { owner } = callerOf(request);
    const requested = await scope.check(owner, 'readNewKey', requireBody(request).text);
    const key = generateKey();
    const id = await addOwnKey(tables, { owner, key, ...requested });
    request.log.info({ key: id, scope: requested.scope }, 'A key was created.');
    const created = { message: 'Key Successfully Created', id, key, ...requested };
    return reply.status(201).send(wrapResponse('Created', created));
  });

  scope.delete('/keys/:id', DELETE_KEY, async (request, reply) => {
    const { id, self } = readParameters(DELETE_KEY, request);
    const { owner, key } = callerOf(request);
    if (!self && id === key) throw new InvalidRequest([createProblem(['self'], 'required', OWN_KEY)]);
    const obstacle = await revokeOwnKey(tables, owner, id);
    if (obstacle) throw createObstacleError(id, obstacle);
    request.log.info({ key: id }, 'A key was revoked.');
    return reply.status(204).send();
  });
}

function toListed(
  { beginning, first, created, used, ...key }: OwnKey,
  current: string,
): z.infer<typeof ListedKey> {
  return {
    ...key,
    start: beginning,
    fixed: first,
    current: key.id === current,
    created: created.toISOString(),
    used: used?.toISOString() ?? null,
  };
}

function createObstacleError(id: string, obstacle: RevocationObstacle): KinoraError {
  switch (obstacle) {
    case 'unknown':
      return new KinoraError('not_found', `There is no key ${id}.`);
    case 'first':
      return new KinoraError(
        'key_protected',
        'This key comes from the settings of the server, so no request can revoke it. Ask the operator to change KINORA_KEYS.',
      );
    case 'last full key':
      return new KinoraError(
        'key_protected',
        'This is the last key with the scope "full". Create another one before you revoke it, because nothing else can create keys.',
      );
  }
}
