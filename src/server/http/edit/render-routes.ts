import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import { measure } from '../../../base/observe/measurement.ts';
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
import { hideFromToken } from '../access/token-access.ts';
import { requireEditNeeds } from '../access/require-needs.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeEditResponse, describeEmptyResponse, describeRoute } from '../openapi/operation.ts';
import {
  createFlag,
  dryRunQuery,
  generateQuery,
  editBody,
  editHeaders,
  createIdPath,
  versionPath,
} from '../openapi/parameters.ts';
import { answerIdempotently } from '../request/idempotency.ts';
import { fileAddressesFor } from '../request/public-url.ts';
import { createPageQuery, findPage, PageCursor } from '../request/list-page.ts';
import { oneOf, readParameters } from '../request/read-request.ts';
import { sendWithJsonText, wrapResponse } from '../response/envelope.ts';
import { requireFound } from '../response/errors.ts';
import { createEnvelope, Owner } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { answerDryRun, dryRunResponse } from './answer-dry-run.ts';
import { createRender, queuedResponse } from './create-render.ts';
import { readEditText } from './read-edit-text.ts';
import { ListedRender, Render, toShownRender } from './shown-render.ts';

const RenderResponse = createEnvelope('RenderResponse', Render, 'A render with its status.');

const POST_RENDER = describeRoute(
  {
    operationId: 'postRender',
    tags: ['Renders'],
    summary: 'Queue a render',
    description:
      'Validates the edit and queues a render of it. Poll the render by its id, or follow its events. With `dryRun=true`, queues nothing and returns the result that the render would have.',
    requestParams: {
      path: versionPath,
      query: dryRunQuery.extend(generateQuery.shape),
      header: editHeaders,
    },
    requestBody: editBody,
    responses: { 200: dryRunResponse, 201: queuedResponse, ...describeEditFailures(400, 409, 413, 415, 507) },
  },
  'render',
  { scopes: ['preview', 'edit'], only: 'dry' },
);

const GET_RENDER = describeRoute(
  {
    operationId: 'getRender',
    tags: ['Renders'],
    summary: 'Get a render',
    description: 'Returns the render: its status, its progress and, when it is done, the URL of its file.',
    requestParams: {
      path: createIdPath('render'),
      query: z.object({
        data: createFlag(
          'Set it to false to omit the edit. Default true. A later version will change the default to false, so set it explicitly.',
          true,
        ),
        merged: createFlag(
          'Set it to true to get the edit in data with its placeholders replaced. Default false.',
          false,
        ),
      }),
    },
    responses: {
      200: describeEditResponse('The render.', RenderResponse, { ...EXAMPLE.render, data: EXAMPLE.edit }),
      ...describeEditFailures(400),
    },
  },
  undefined,
  { scopes: ['form'] },
);

const DELETE_RENDER = describeRoute({
  operationId: 'deleteRender',
  tags: ['Renders'],
  summary: 'Cancel or delete a render',
  description:
    'Cancels a queued or running render: it fails with the error "Cancelled". Deletes a finished render with its edit and its hosted files.',
  requestParams: { path: createIdPath('render') },
  responses: {
    204: describeEmptyResponse('The render was cancelled or deleted.'),
    ...describeEditFailures(400),
  },
});

/** Adds `POST /render`, `GET /render`, `GET /render/{id}` and `DELETE /render/{id}` of the Edit API. */
export function renderRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  scope.post('/render', POST_RENDER, async (request, reply) => {
    const { dryRun, generate } = readParameters(POST_RENDER, request);
    const { text, dialect } = await readEditText(request, parts);
    if (dryRun) {
      const makesFree = generate === 'free';
      return answerDryRun(request, reply, parts, { edit: text, dialect, makesFree });
    }
    return answerIdempotently(request, reply, parts, { route: 'POST /render' }, async () => {
      const { owner } = callerOf(request);
      const summary = await scope.check(owner, 'checkEdit', text, dialect);
      await requireEditNeeds(parts, owner, summary);
      const { callback, cost } = summary;
      return createRender(parts, request, { edit: text, dialect, callback, cost });
    });
  });

  scope.get('/render/:id', GET_RENDER, async (request, reply) => {
    const { id, data: withData, merged } = readParameters(GET_RENDER, request);
    const caller = callerOf(request);
    const { owner } = caller;
    const found = hideFromToken(caller, await findRender(tables, owner, id));
    const render = requireFound(found, `render ${id}`);
    const edit = withData ? await findRenderEdit(tables, owner, id) : undefined;
    const data = edit !== undefined && merged ? await scope.check(owner, 'mergeEdit', edit) : edit;
    const files = fileAddressesFor(request, parts);
    const warnings = render.warnings === null ? undefined : (JSON.parse(render.warnings) as unknown);
    return sendWithJsonText(reply, { ...toShownRender(render, files), warnings }, 'data', data);
  });

  scope.delete('/render/:id', DELETE_RENDER, async (request, reply) => {
    const { id } = readParameters(DELETE_RENDER, request);
    const { owner } = callerOf(request);
    if (await cancelAndNotify(parts, owner, id)) {
      measure({ kind: 'render', outcome: 'cancelled' });
      request.log.info({ render: id, step: 'cancelled' }, 'The render was cancelled.');
    } else {
      requireFound(await findRender(tables, owner, id), `render ${id}`);
      await deletePending(tables, await deleteRender(tables, id), parts.storage, parts.log);
    }
    return reply.status(204).send();
  });

  listRoute(scope, parts);
}

const RenderListResponse = createEnvelope(
  'RenderListResponse',
  z.object({
    owner: Owner,
    renders: z.array(ListedRender).describe('The renders of this page, newest first.'),
    cursor: PageCursor,
  }),
  'A page of renders.',
);

const LIST_RENDERS = describeRoute({
  operationId: 'listRenders',
  tags: ['Renders'],
  summary: 'List renders',
  description: 'Returns the renders of the account in this environment, newest first, in pages.',
  requestParams: {
    path: versionPath,
    query: z.object({
      status: z
        .enum(RENDER_STATUSES, oneOf(RENDER_STATUSES))
        .optional()
        .describe('Return only renders with this status.'),
      ...createPageQuery('renders', 100, 20).shape,
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

/** Adds `GET /render` of the Edit API. */
function listRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.get('/render', LIST_RENDERS, async (request) => {
    const { status, ...query } = readParameters(LIST_RENDERS, request);
    const { owner } = callerOf(request);
    const { rows, cursor } = await findPage(query, (range) =>
      listRenders(parts.database.tables, owner, { ...range, status }),
    );
    const files = fileAddressesFor(request, parts);
    return wrapResponse('OK', { owner, renders: rows.map((render) => toShownRender(render, files)), cursor });
  });
}

/**
 * Cancels an unfinished render and queues its callbacks. Returns false if it is finished or not owned by
 * `owner`.
 */
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
