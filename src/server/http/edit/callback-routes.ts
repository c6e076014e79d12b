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
import { readParameters } from '../request/read-request.ts';
import { wrapResponse } from '../response/envelope.ts';
import { requireFound } from '../response/errors.ts';
import { createEnvelope, createReceipt, Id, Time } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';

const Callback = z
  .object({
    id: Id.describe('The id of the callback, a UUID. The callback sends it in its header webhook-id.'),
    event: z.string().describe('The event: the type and the action of the body, such as edit/render.'),
    status: z
      .enum(['waiting', 'delivered', 'failed'])
      .describe(
        'waiting: not delivered yet. delivered: the receiver accepted it. failed: all attempts failed.',
      ),
    url: z.string().describe('The URL of the receiver, without the parts that may be secret.'),
    body: z
      .looseObject({})
      .describe('The JSON body. Its id is the id of the render or asset that the event is about.'),
    created: Time.describe('The time when the callback was created.'),
    attempts: z
      .array(
        z.object({
          number: z.int().min(1).describe('The number of the attempt, from 1.'),
          code: z.int().nullable().describe('The HTTP status of the response; null if there was none.'),
          error: z.string().nullable().describe('The reason why the attempt failed; null if it succeeded.'),
          took: z.number().min(0).describe('The duration of the attempt in milliseconds.'),
          ended: Time.describe('The time when the attempt ended.'),
        }),
      )
      .describe('The delivery attempts, oldest first.'),
  })
  .meta({ id: 'RenderCallback', description: 'A callback of a render, with its delivery attempts.' });

const CallbackList = z.object({
  callbacks: z.array(Callback).describe('The callbacks of the render, in the order in which they are sent.'),
});

export const CallbackListResponse = createEnvelope(
  'CallbackListResponse',
  CallbackList,
  'The callbacks of a render.',
);

const CallbackQueuedResponse = createEnvelope(
  'CallbackQueuedResponse',
  createReceipt('callback'),
  'Confirms that a callback was queued again.',
);

const LIST_CALLBACKS = describeRoute({
  operationId: 'listCallbacks',
  tags: ['Renders'],
  summary: 'List the callbacks of a render',
  description:
    'Returns the callbacks of a render with all delivery attempts. The list is empty while the render is in progress. It stays empty if the edit has no callback URL.',
  requestParams: { path: createIdPath('render') },
  responses: {
    200: describeEditResponse('The callbacks of the render.', CallbackListResponse, {
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
              error: 'The receiver responded with the status 503.',
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
  summary: 'Resend a callback',
  description:
    'Sends a callback again immediately, regardless of its status. The body and the webhook-id stay the same.',
  requestParams: {
    path: createIdPath('render').extend({ callback: Id.describe('The id of the callback, a UUID.') }),
  },
  responses: {
    200: describeEditResponse('The callback was queued.', CallbackQueuedResponse, {
      message: 'Callback Successfully Queued',
      id: EXAMPLE.render.id,
    }),
    ...describeEditFailures(400),
  },
});

/** Adds `GET /render/{id}/callbacks` and `POST /render/{id}/callbacks/{callback}/resend` of the Edit API. */
export function callbackRoutes(scope: FastifyInstance, { database: { tables }, queue }: ServerParts): void {
  scope.get('/render/:id/callbacks', LIST_CALLBACKS, async (request) => {
    const { id } = readParameters(LIST_CALLBACKS, request);
    const { owner } = callerOf(request);
    requireFound(await findRender(tables, owner, id), `render ${id}`);
    const callbacks = await findCallbacks(tables, owner, id);
    const attempts = await findCallbackAttempts(tables, id);
    const list: z.input<typeof CallbackList> = {
      callbacks: callbacks.map((callback) => toShownCallback(callback, attempts)),
    };
    return wrapResponse('OK', list);
  });

  scope.post('/render/:id/callbacks/:callback/resend', RESEND_CALLBACK, async (request) => {
    const { id: render, callback: id } = readParameters(RESEND_CALLBACK, request);
    const { owner } = callerOf(request);
    const callbacks = await findCallbacks(tables, owner, render);
    const callback = callbacks.find((callback) => callback.id === id);
    if (callback === undefined) throw new KinoraError('not_found', `Render ${render} has no callback ${id}.`);
    // A callback without attempts is still in the queue and needs no second job.
    if (callback.attempts > 0) await queue.callbacks.resend(callback);
    request.log.info({ render, callback: id }, 'A callback was queued again.');
    return wrapResponse('OK', { message: 'Callback Successfully Queued', id });
  });
}

function toShownCallback(
  { id, event, url, status, created, body }: CallbackRow,
  attempts: readonly CallbackAttemptRow[],
): z.input<typeof CallbackList>['callbacks'][number] {
  return {
    id,
    event,
    status,
    url: redactUrl(url),
    // Kinora wrote this JSON. It is always an object.
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
