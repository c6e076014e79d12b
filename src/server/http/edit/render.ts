import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { announceRender } from '../../../jobs/announce.ts';
import { cancelRender, findRender, findRenderEdit, forgetRender } from '../../../store/renders.ts';
import { removeNoted } from '../../../store/unwanted.ts';
import { callerOf } from '../auth.ts';
import { sendWithText } from '../envelope.ts';
import { type JsonBody, requireBody } from '../json-body.ts';
import { requireCredentials } from '../credentials.ts';
import { createOnce } from '../once.ts';
import type { ServerParts } from '../parts.ts';
import { type QueryValue, readFlag, readId } from '../request.ts';
import { dryRun } from './dry-run.ts';
import { newRender } from './new-render.ts';
import { shownRender } from './shown-render.ts';

interface ById {
  Params: { id: string };
}

/** `POST /render`, `GET /render/{id}` and `DELETE /render/{id}` of the Edit API. */
export function renderRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  scope.post<{ Body: JsonBody | undefined; Querystring: { dryRun?: QueryValue } }>(
    '/render',
    async (request, reply) => {
      if (readFlag('dryRun', request.query.dryRun, false))
        return dryRun(request, reply, parts, requireBody(request.body).text);
      return createOnce(request, reply, parts, 'POST /render', async ({ text }) => {
        const { callback, providers } = await scope.check('checkEdit', text);
        await requireCredentials(tables, callerOf(request).owner, providers, ['output', 'destinations']);
        return newRender(parts, request, { edit: text, callback });
      });
    },
  );

  scope.get<ById & { Querystring: { data?: QueryValue; merged?: QueryValue } }>(
    '/render/:id',
    async (request, reply) => {
      const id = readId(request.params.id);
      const withData = readFlag('data', request.query.data, true);
      const merged = readFlag('merged', request.query.merged, false);
      const { owner } = callerOf(request);
      const render = await findRender(tables, owner, id);
      if (render === undefined) throw unknownRender(id);
      const edit = withData ? await findRenderEdit(tables, owner, id) : undefined;
      const data = edit !== undefined && merged ? await scope.check('mergeEdit', edit) : edit;
      const warnings = render.warnings === null ? undefined : (JSON.parse(render.warnings) as unknown);
      return sendWithText(reply, { ...shownRender(render, parts.addresses), warnings }, 'data', data);
    },
  );

  scope.delete<ById>('/render/:id', async (request, reply) => {
    const id = readId(request.params.id);
    const { owner } = callerOf(request);
    if (await cancel(parts, owner, id)) request.log.info({ render: id }, 'The render was cancelled.');
    else await forget(parts, owner, id);
    return reply.status(204).send();
  });
}

/** The error for a render that the caller does not have. */
export function unknownRender(id: string): KinoraError {
  return new KinoraError('not_found', `There is no render ${id}.`);
}

/** Ends a render that is not final, and tells who waits for it. False when it is final, or not this owner's. */
function cancel({ database, queue, addresses }: ServerParts, owner: string, id: string): Promise<boolean> {
  return database.tables.transaction().execute(async (transaction) => {
    if (!(await cancelRender(transaction, owner, id))) return false;
    await announceRender(queue.callbacks, transaction, id, (file) => addresses.urlOf(file));
    return true;
  });
}

async function forget(
  { database: { tables }, storage, log }: ServerParts,
  owner: string,
  id: string,
): Promise<void> {
  if ((await findRender(tables, owner, id)) === undefined) throw unknownRender(id);
  await removeNoted(tables, await forgetRender(tables, id), storage, log);
}
