import type { FastifyInstance } from 'fastify';
import { v7 as uuid } from 'uuid';
import { KinoraError } from '../../../base/errors.ts';
import { once } from '../../../store/claims.ts';
import {
  addTemplate,
  findTemplate,
  listTemplates,
  removeTemplate,
  replaceTemplate,
} from '../../../store/templates.ts';
import { callerOf } from '../auth.ts';
import type { FilledTemplate } from '../check/checks.ts';
import { requireCredentials } from '../credentials.ts';
import { envelope, sendWithText } from '../envelope.ts';
import { type JsonBody, requireBody } from '../json-body.ts';
import { createOnce, type CreatingRequest } from '../once.ts';
import type { ServerParts } from '../parts.ts';
import { type QueryValue, readFlag, readId } from '../request.ts';
import { dryRun } from './dry-run.ts';
import { newRender } from './new-render.ts';

interface ById {
  Params: { id: string };
}
interface WithBody {
  Body: JsonBody | undefined;
}

/** The templates of the Edit API, and `POST /templates/render`. */
export function templateRoutes(scope: FastifyInstance, parts: ServerParts): void {
  writeRoutes(scope, parts);
  readRoutes(scope, parts);

  const { tables } = parts.database;
  const filled = async (request: CreatingRequest, { text }: JsonBody): Promise<FilledTemplate> => {
    const id = await scope.check('templateId', text);
    const found = await findTemplate(tables, callerOf(request).owner, id);
    if (found === undefined) throw unknownTemplate(id);
    const filled = await scope.check('fillTemplate', found.template, text);
    const at = ['output', 'destinations'];
    await requireCredentials(tables, callerOf(request).owner, filled.providers, at);
    return filled;
  };
  scope.post<WithBody & { Querystring: { dryRun?: QueryValue } }>(
    '/templates/render',
    async (request, reply) => {
      if (readFlag('dryRun', request.query.dryRun, false))
        return dryRun(request, reply, parts, (await filled(request, requireBody(request.body))).edit);
      return createOnce(request, reply, parts, 'POST /templates/render', async (body) =>
        newRender(parts, request, await filled(request, body)),
      );
    },
  );
}

function writeRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  scope.post<WithBody>('/templates', (request, reply) =>
    createOnce(request, reply, parts, 'POST /templates', async ({ text }) => {
      const id = uuid();
      const { owner } = callerOf(request);
      const template = { id, owner, ...(await scope.check('readTemplate', text)) };
      return {
        response: { message: 'Template Successfully Created', id },
        create: async (claim) => {
          if (claim) return await once(tables, claim, (transaction) => addTemplate(transaction, template));
          await addTemplate(tables, template);
          return undefined;
        },
      };
    }),
  );

  scope.put<ById & WithBody>('/templates/:id', async (request) => {
    const id = readId(request.params.id);
    const { owner } = callerOf(request);
    const template = await scope.check('readTemplate', requireBody(request.body).text);
    if (!(await replaceTemplate(tables, { id, owner, ...template }))) throw unknownTemplate(id);
    return envelope('OK', { message: 'Template Successfully Updated', id });
  });

  scope.delete<ById>('/templates/:id', async (request, reply) => {
    const id = readId(request.params.id);
    if (!(await removeTemplate(tables, callerOf(request).owner, id))) throw unknownTemplate(id);
    return reply.status(204).send();
  });
}

function readRoutes(scope: FastifyInstance, { database: { tables } }: ServerParts): void {
  scope.get('/templates', async (request) => {
    const { owner } = callerOf(request);
    const templates = await listTemplates(tables, owner);
    return envelope('OK', { owner, templates });
  });

  scope.get<ById>('/templates/:id', async (request, reply) => {
    const id = readId(request.params.id);
    const found = await findTemplate(tables, callerOf(request).owner, id);
    if (found === undefined) throw unknownTemplate(id);
    const { template, ...response } = found;
    return sendWithText(reply, response, 'template', template);
  });
}

function unknownTemplate(id: string): KinoraError {
  return new KinoraError('not_found', `There is no template ${id}.`);
}
