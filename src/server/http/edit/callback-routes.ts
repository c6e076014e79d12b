import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { redactUrl } from '../../../base/redact-url.ts';
import {
  type CallbackAttemptRow,
  type CallbackRow,
  findCallbackAttempts,
  findCallbacks,
} from '../../../store/callbacks.ts';
import { findRender } from '../../../store/renders.ts';
import { callerOf } from '../access/authentication.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeEditResponse, describeRoute } from '../openapi/operation.ts';
import { createIdPath } from '../openapi/parameters.ts';
import { type ById, readId } from '../request/read-request.ts';
import { wrapResponse } from '../response/envelope.ts';
import { createEnvelope, createReceipt, Id, Time } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { createUnknownRenderError } from './render-routes.ts';

const Callback = z
  .object({
    id: Id.describe('The id of the callback; its webhook-id.'),
    event: z.string().describe('What it tells: type and action of its body, such as edit/render.'),
    status: z
      .enum(['waiting', 'delivered', 'failed'])
      .describe('Whether its receiver has taken it; failed when no attempt is left.'),
    url: z.string().describe('Where it goes, without what may be secret in an address.'),
    body: z.looseObject({}).describe('What is sent; its id says which render or asset it tells of.'),
    created: Time.describe('When it was made.'),
    attempts: z
      .array(
        z.object({
          number: z.int().min(1).describe('From 1.'),
          code: z.int().nullable().describe('The HTTP status of the answer; null when there was none.'),
          error: z.string().nullable().describe('Why it was no success; null when it was one.'),
          took: z.number().min(0).describe('Milliseconds.'),
          ended: Time.describe('When it ended.'),
        }),
      )
      .describe('What was tried, in order.'),
  })
  .meta({ id: 'RenderCallback', description: 'Something that was told, or is to be told, to a receiver.' });

const CallbackList = z.object({
  callbacks: z.array(Callback).describe('In the order in which they are told.'),
});

export const CallbackListResponse = createEnvelope(
  'CallbackListResponse',
  CallbackList,
  'What was told of a render, and to whom.',
);

const CallbackQueuedResponse = createEnvelope(
  'CallbackQueuedResponse',
  createReceipt('callback'),
  'A callback is sent again.',
);

const LIST_CALLBACKS = describeRoute({
  operationId: 'listCallbacks',
  tags: ['Renders'],
  summary: 'See what was told of a render',
  description:
    'The callbacks of a render, with every attempt at each. Empty until the render is done or has failed, and for one without a callback.',
  requestParams: { path: createIdPath('render') },
  responses: {
    200: describeEditResponse('The callbacks.', CallbackListResponse, {
      callbacks: [
        {
          id: EXAMPLE.render.id,
          event: 'edit/render',
          status: 'delivered',
          url: 'https://example.com/hook',
          body: {
            type: 'edit',
            action: 'render',
            id: EXAMPLE.render.id,
            owner: EXAMPLE.render.owner,
            status: 'done',
            url: EXAMPLE.render.url,
            error: null,
          },
          created: EXAMPLE.render.updated,
          attempts: [
            {
              number: 1,
              code: 503,
              error: 'The receiver answered with the status 503.',
              took: 41,
              ended: EXAMPLE.render.updated,
            },
            { number: 2, code: 200, error: null, took: 38, ended: EXAMPLE.render.updated },
          ],
        },
      ],
    }),
    ...describeEditFailures(400),
  },
});

const RESEND_CALLBACK = describeRoute({
  operationId: 'resendCallback',
  tags: ['Renders'],
  summary: 'Tell it again',
  description:
    'Sends a callback once more, at once, whatever became of it: the same body under the same webhook-id.',
  requestParams: {
    path: createIdPath('render').extend({ callback: Id.describe('The id of the callback.') }),
  },
  responses: {
    200: describeEditResponse('It is being sent.', CallbackQueuedResponse, {
      message: 'Callback Successfully Queued',
      id: EXAMPLE.render.id,
    }),
    ...describeEditFailures(400),
  },
});

/** `GET /render/{id}/callbacks` and `POST /render/{id}/callbacks/{callback}/resend` of the Edit API. */
export function callbackRoutes(scope: FastifyInstance, { database: { tables }, queue }: ServerParts): void {
  scope.get<ById>('/render/:id/callbacks', LIST_CALLBACKS, async (request) => {
    const id = readId(request.params.id);
    const { owner } = callerOf(request);
    if ((await findRender(tables, owner, id)) === undefined) throw createUnknownRenderError(id);
    const callbacks = await findCallbacks(tables, owner, id);
    const attempts = await findCallbackAttempts(tables, id);
    const list: z.input<typeof CallbackList> = {
      callbacks: callbacks.map((callback) => toShownCallback(callback, attempts)),
    };
    return wrapResponse('OK', list);
  });

  scope.post<{ Params: { id: string; callback: string } }>(
    '/render/:id/callbacks/:callback/resend',
    RESEND_CALLBACK,
    async (request) => {
      const render = readId(request.params.id);
      const id = readId(request.params.callback);
      const { owner } = callerOf(request);
      const callbacks = await findCallbacks(tables, owner, render);
      const callback = callbacks.find((callback) => callback.id === id);
      if (callback === undefined)
        throw new KinoraError('not_found', `There is no callback ${id} of a render ${render}.`);
      // One that was not tried yet is about to be, in its turn.
      if (callback.attempts > 0) await queue.callbacks.resend(callback);
      request.log.info({ render, callback: id }, 'A callback is to be sent again.');
      return wrapResponse('OK', { message: 'Callback Successfully Queued', id });
    },
  );
}

function toShownCallback(
  { id, event, url, status, created, body }: CallbackRow,
  attempts: readonly CallbackAttemptRow[],
): z.input<typeof CallbackList>['callbacks'][number] {
  return {
    id,
    event,
    status,
    // What may be secret in an address is not repeated.
    url: redactUrl(url),
    // Our own JSON, always of an object.
    body: JSON.parse(body) as Record<string, unknown>,
    created: created.toISOString(),
    attempts: attempts
      .filter(({ callback }) => callback === id)
      .map(({ number, code, error, took, ended }) => ({
        number,
        code,
        error,
        took: Math.round(took),
        ended: ended.toISOString(),
      })),
  };
}
