import type { FastifyInstance } from 'fastify';
import { listRenders } from '../../../store/renders.ts';
import { RENDER_STATUSES } from '../../../store/schema.ts';
import { callerOf } from '../auth.ts';
import { envelope } from '../envelope.ts';
import type { ServerParts } from '../parts.ts';
import { type QueryValue, readChoice, readCount, readCursor } from '../request.ts';
import { shownRender } from './shown-render.ts';

const MOST = 100;
const USUAL = 20;

/** `GET /render` of the Edit API: the renders of the caller, newest first, page by page. */
export function renderListRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.get<{ Querystring: { status?: QueryValue; limit?: QueryValue; cursor?: QueryValue } }>(
    '/render',
    async (request) => {
      const { query } = request;
      const status = readChoice('status', query.status, RENDER_STATUSES);
      const limit = readCount('limit', query.limit, MOST) ?? USUAL;
      const before = readCursor('cursor', query.cursor);
      const { owner } = callerOf(request);
      const found = await listRenders(parts.database.tables, owner, { limit: limit + 1, status, before });
      const page = found.slice(0, limit);
      const renders = page.map((render) => shownRender(render, parts.addresses));
      const cursor = found.length > limit ? (page.at(-1)?.id ?? null) : null;
      return envelope('OK', { owner, renders, cursor });
    },
  );
}
