import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { enqueueRenderCallbacks } from '../../../callbacks/enqueue-callbacks.ts';
import { deletePending } from '../../../store/pending-deletions.ts';
import {
  cancelRender,
  findRender,
  findRenderEdit,
  listRenders,
  deleteRender,
} from '../../../store/renders.ts';
import { RENDER_STATUSES } from '../../../store/schema.ts';
import { callerOf } from '../access/authentication.ts';
import { requireCredentials } from '../access/require-credentials.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeEditResponse, describeEmptyResponse, describeRoute } from '../openapi/operation.ts';
import {
  dryRunQuery,
  editBody,
  idempotencyHeader,
  createIdPath,
  versionPath,
} from '../openapi/parameters.ts';
import { answerIdempotently } from '../request/idempotency.ts';
import { type JsonBody, requireBody } from '../request/json-body.ts';
import {
  type ById,
  type QueryValue,
  readChoice,
  readCount,
  readCursor,
  readFlag,
  readId,
} from '../request/read-request.ts';
import { sendWithJsonText, wrapResponse } from '../response/envelope.ts';
import { createEnvelope, Owner } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { answerDryRun, dryRunResponse } from './answer-dry-run.ts';
import { createRender, queuedResponse } from './create-render.ts';
import { ListedRender, Render, toShownRender } from './shown-render.ts';

export const RenderResponse = createEnvelope('RenderResponse', Render, 'A render and how it goes.');

const POST_RENDER = describeRoute({
  operationId: 'postRender',
  tags: ['Renders'],
  summary: 'Queue a render',
  description:
    'Checks the edit and queues its render. Ask for it by its id, or follow its events. With `dryRun=true` nothing is queued: the answer says what would be made.',
  requestParams: { path: versionPath, query: dryRunQuery, header: idempotencyHeader },
  requestBody: editBody,
  responses: { 200: dryRunResponse, 201: queuedResponse, ...describeEditFailures(400, 409, 413, 415) },
});

const GET_RENDER = describeRoute({
  operationId: 'getRender',
  tags: ['Renders'],
  summary: 'See how a render goes',
  description: 'Its status, and the address of its file when it is done.',
  requestParams: {
    path: createIdPath('render'),
    query: z.object({
      data: z.boolean().optional().meta({
        description: 'Whether the edit is shown as well. Default true, and one day false: say what you need.',
        default: true,
      }),
      merged: z.boolean().optional().meta({
        description: 'Whether the placeholders of the edit are replaced in data. Default false.',
        default: false,
      }),
    }),
  },
  responses: {
    200: describeEditResponse('The render.', RenderResponse, { ...EXAMPLE.render, data: EXAMPLE.edit }),
    ...describeEditFailures(400),
  },
});

const DELETE_RENDER = describeRoute({
  operationId: 'deleteRender',
  tags: ['Renders'],
  summary: 'Cancel or forget a render',
  description:
    'A render that waits or runs is cancelled: it fails with the error "Cancelled". A finished one is forgotten with its edit and its files.',
  requestParams: { path: createIdPath('render') },
  responses: { 204: describeEmptyResponse('It is cancelled, or forgotten.'), ...describeEditFailures(400) },
});

/** `POST /render`, `GET /render`, `GET /render/{id}` and `DELETE /render/{id}` of the Edit API. */
export function renderRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  scope.post<{ Body: JsonBody | undefined; Querystring: { dryRun?: QueryValue } }>(
    '/render',
    POST_RENDER,
    async (request, reply) => {
      if (readFlag('dryRun', request.query.dryRun, false))
        return answerDryRun(request, reply, parts, requireBody(request.body).text);
      return answerIdempotently(request, reply, parts, 'POST /render', async ({ text }) => {
        const { callback, providers } = await scope.check('checkEdit', text);
        await requireCredentials(tables, callerOf(request).owner, providers, ['output', 'destinations']);
        return createRender(parts, request, { edit: text, callback });
      });
    },
  );

  scope.get<ById & { Querystring: { data?: QueryValue; merged?: QueryValue } }>(
    '/render/:id',
    GET_RENDER,
    async (request, reply) => {
      const id = readId(request.params.id);
      const withData = readFlag('data', request.query.data, true);
      const merged = readFlag('merged', request.query.merged, false);
      const { owner } = callerOf(request);
      const render = await findRender(tables, owner, id);
      if (render === undefined) throw createUnknownRenderError(id);
      const edit = withData ? await findRenderEdit(tables, owner, id) : undefined;
      const data = edit !== undefined && merged ? await scope.check('mergeEdit', edit) : edit;
      const warnings = render.warnings === null ? undefined : (JSON.parse(render.warnings) as unknown);
      return sendWithJsonText(reply, { ...toShownRender(render, parts.addresses), warnings }, 'data', data);
    },
  );

  scope.delete<ById>('/render/:id', DELETE_RENDER, async (request, reply) => {
    const id = readId(request.params.id);
    const { owner } = callerOf(request);
    if (await cancelAndNotify(parts, owner, id))
      request.log.info({ render: id }, 'The render was cancelled.');
    else await deleteFinished(parts, owner, id);
    return reply.status(204).send();
  });

  listRoute(scope, parts);
}

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

export const RenderListResponse = createEnvelope(
  'RenderListResponse',
  z.object({
    owner: Owner,
    renders: z.array(ListedRender).describe('The renders of this page, newest first.'),
    cursor: z.string().nullable().describe('What to ask the next page with; null when this is the last.'),
  }),
  'A page of renders.',
);

const LIST_RENDERS = describeRoute({
  operationId: 'listRenders',
  tags: ['Renders'],
  summary: 'List renders',
  description: 'The renders of this account and environment, newest first, in pages.',
  requestParams: {
    path: versionPath,
    query: z.object({
      status: z.enum(RENDER_STATUSES).optional().describe('Only the renders of this status.'),
      limit: z
        .int()
        .min(1)
        .max(MAX_LIMIT)
        .optional()
        .meta({
          description: `How many on one page, 1 to ${MAX_LIMIT}. Default ${DEFAULT_LIMIT}.`,
          default: DEFAULT_LIMIT,
        }),
      cursor: z.string().optional().describe('What the page before gave as cursor.'),
    }),
  },
  responses: {
    200: describeEditResponse('A page of renders.', RenderListResponse, {
      owner: EXAMPLE.render.owner,
      renders: [EXAMPLE.render],
      cursor: null,
    }),
    ...describeEditFailures(400),
  },
});

/** Lists the renders of the caller, newest first, page by page. */
function listRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.get<{ Querystring: { status?: QueryValue; limit?: QueryValue; cursor?: QueryValue } }>(
    '/render',
    LIST_RENDERS,
    async (request) => {
      const { query } = request;
      const status = readChoice('status', query.status, RENDER_STATUSES);
      const limit = readCount('limit', query.limit, MAX_LIMIT) ?? DEFAULT_LIMIT;
      const before = readCursor('cursor', query.cursor);
      const { owner } = callerOf(request);
      const found = await listRenders(parts.database.tables, owner, { limit: limit + 1, status, before });
      const page = found.slice(0, limit);
      const renders = page.map((render) => toShownRender(render, parts.addresses));
      const cursor = found.length > limit ? (page.at(-1)?.id ?? null) : null;
      return wrapResponse('OK', { owner, renders, cursor });
    },
  );
}

/** The error for a render that the caller does not have. */
export function createUnknownRenderError(id: string): KinoraError {
  return new KinoraError('not_found', `There is no render ${id}.`);
}

/** Ends a render that is not final, and tells who waits for it. False when it is final, or not this owner's. */
function cancelAndNotify(
  { database, queue, addresses }: ServerParts,
  owner: string,
  id: string,
): Promise<boolean> {
  return database.tables.transaction().execute(async (transaction) => {
    if (!(await cancelRender(transaction, owner, id))) return false;
    await enqueueRenderCallbacks(queue.callbacks, transaction, id, (file) => addresses.urlOf(file));
    return true;
  });
}

async function deleteFinished(
  { database: { tables }, storage, log }: ServerParts,
  owner: string,
  id: string,
): Promise<void> {
  if ((await findRender(tables, owner, id)) === undefined) throw createUnknownRenderError(id);
  await deletePending(tables, await deleteRender(tables, id), storage, log);
}
