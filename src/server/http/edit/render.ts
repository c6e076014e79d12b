import type { FastifyInstance } from 'fastify';
import { v7 as uuid } from 'uuid';
import { KinoraError } from '../../../base/errors.ts';
import { parseEdit, type Problem, unfetchable } from '../../../edit/index.ts';
import { fileUrl } from '../../../hosting/storage.ts';
import { findRender, findRenderEdit, type RenderRow } from '../../../store/renders.ts';
import type { Stage } from '../../../store/schema.ts';
import { callerOf } from '../auth.ts';
import { InvalidRequest } from '../errors.ts';
import { type JsonBody, requireBody } from '../json-body.ts';
import type { ServerParts } from '../parts.ts';
import { readFlag, readId } from '../request.ts';

// There are no plans to buy here; clients of the public service expect the field.
const PLANS: Readonly<Record<Stage, string>> = { v1: 'basic', stage: 'sandbox' };

/** `POST /render` and `GET /render/{id}` of the Edit API. */
export function renderRoutes(scope: FastifyInstance, parts: ServerParts): void {
  scope.post<{ Body: JsonBody | undefined }>('/render', async (request, reply) => {
    const { text, value } = requireBody(request.body);
    const parsed = parseEdit(value);
    if (!parsed.ok) throw invalidEdit(parsed.problems);
    const unreachable = unfetchable(parsed.value);
    if (unreachable.length > 0) throw invalidEdit(unreachable);
    const id = uuid();
    await parts.queue.submit({ id, ...callerOf(request), edit: text });
    request.log.info({ render: id }, 'The render was accepted.');
    const response = { message: 'Render Successfully Queued', id };
    return reply.status(201).send({ success: true, message: 'Created', response });
  });

  scope.get<{
    Params: { id: string };
    Querystring: { data?: string | string[]; merged?: string | string[] };
  }>('/render/:id', async (request) => {
    const id = readId(request.params.id);
    const withData = readFlag('data', request.query.data, true);
    // An edit without merge fields, the only kind accepted so far, is the same merged and unmerged.
    readFlag('merged', request.query.merged, false);
    const { owner } = callerOf(request);
    const render = await findRender(parts.database.tables, owner, id);
    if (render === undefined) throw new KinoraError('not_found', `There is no render ${id}.`);
    const edit = withData ? await findRenderEdit(parts.database.tables, owner, id) : undefined;
    return { success: true, message: 'OK', response: describe(render, edit, parts.publicUrl()) };
  });
}

function invalidEdit(problems: readonly Problem[]): KinoraError {
  const [first, ...rest] = problems;
  if (first === undefined) return new KinoraError('validation_failed', 'The edit is not valid.');
  return new InvalidRequest([first, ...rest]);
}

/** What is absent stays out of the JSON, because it is `undefined`. */
function describe(render: RenderRow, edit: string | undefined, publicUrl: string): object {
  return {
    id: render.id,
    owner: render.owner,
    plan: PLANS[render.stage],
    status: render.status,
    error: render.error ?? undefined,
    duration: render.duration ?? undefined,
    renderTime: render.render_time ?? undefined,
    url: render.file === null ? undefined : fileUrl(publicUrl, render.file),
    data: edit === undefined ? undefined : (JSON.parse(edit) as unknown),
    created: render.created.toISOString(),
    updated: render.updated.toISOString(),
  };
}
