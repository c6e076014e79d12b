import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { shownUrl } from '../../../base/shown-url.ts';
import { type AttemptRow, type CallbackRow, findAttempts, findCallbacks } from '../../../store/callbacks.ts';
import { findRender } from '../../../store/renders.ts';
import { callerOf } from '../auth.ts';
import { envelope } from '../envelope.ts';
import type { ServerParts } from '../parts.ts';
import { readId } from '../request.ts';
import type { CallbackList } from './answers.ts';
import { unknownRender } from './render.ts';

/** `GET /render/{id}/callbacks` and `POST /render/{id}/callbacks/{callback}/resend` of the Edit API. */
export function callbackRoutes(scope: FastifyInstance, { database: { tables }, queue }: ServerParts): void {
  scope.get<{ Params: { id: string } }>('/render/:id/callbacks', async (request) => {
    const id = readId(request.params.id);
    const { owner } = callerOf(request);
    if ((await findRender(tables, owner, id)) === undefined) throw unknownRender(id);
    const callbacks = await findCallbacks(tables, owner, id);
    const attempts = await findAttempts(tables, id);
    const list: z.input<typeof CallbackList> = {
      callbacks: callbacks.map((callback) => shownCallback(callback, attempts)),
    };
    return envelope('OK', list);
  });

  scope.post<{ Params: { id: string; callback: string } }>(
    '/render/:id/callbacks/:callback/resend',
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
      return envelope('OK', { message: 'Callback Successfully Queued', id });
    },
  );
}

function shownCallback(
  { id, event, url, status, created, body }: CallbackRow,
  attempts: readonly AttemptRow[],
): z.input<typeof CallbackList>['callbacks'][number] {
  return {
    ...{ id, event, status },
    // What may be secret in an address is not repeated.
    url: shownUrl(url),
    // Our own JSON, always of an object.
    body: JSON.parse(body) as Record<string, unknown>,
    created: created.toISOString(),
    attempts: attempts
      .filter(({ callback }) => callback === id)
      .map(({ number, code, error, took, ended }) => ({
        ...{ number, code, error, took: Math.round(took), ended: ended.toISOString() },
      })),
  };
}
