import type { FastifyInstance } from 'fastify';
import { v7 as uuid } from 'uuid';
import { KinoraError } from '../../../base/errors.ts';
import { type Problem, problemAt } from '../../../edit/index.ts';
import {
  addTemplate,
  findTemplate,
  listTemplates,
  removeTemplate,
  replaceTemplate,
} from '../../../store/templates.ts';
import { callerOf } from '../auth.ts';
import { envelope, sendWithText } from '../envelope.ts';
import { InvalidRequest } from '../errors.ts';
import { type JsonBody, requireBody } from '../json-body.ts';
import { createOnce } from '../once.ts';
import type { ServerParts } from '../parts.ts';
import { readId, readProperties } from '../request.ts';
import { newRender } from './new-render.ts';
import { parseTemplate } from './pending.ts';
import { validEdit } from './valid-edit.ts';

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

  scope.post<WithBody>('/templates/render', (request, reply) =>
    createOnce(request, reply, parts, 'POST /templates/render', async ({ value }) => {
      const { owner } = callerOf(request);
      const edit = await filledTemplate(parts, owner, value);
      validEdit(edit);
      return newRender(parts, request, JSON.stringify(edit));
    }),
  );
}

function writeRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  scope.post<WithBody>('/templates', (request, reply) =>
    createOnce(request, reply, parts, 'POST /templates', ({ value }) => {
      const id = uuid();
      const { owner } = callerOf(request);
      const template = { id, owner, ...readTemplate(value) };
      return {
        response: { message: 'Template Successfully Created', id },
        create: (within) => addTemplate(within ?? tables, template),
      };
    }),
  );

  scope.put<ById & WithBody>('/templates/:id', async (request) => {
    const id = readId(request.params.id);
    const { owner } = callerOf(request);
    const template = readTemplate(requireBody(request.body).value);
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

/** A template as it is kept: without an edit it is blank (contract C36). */
function readTemplate(body: unknown): { name: string; template: string } {
  const { name, template = {} } = readProperties(body, ['name', 'template']);
  const parsed = parseTemplate(template, ['template']);
  const [first, ...others] = [...nameProblems(name), ...(parsed.ok ? [] : parsed.problems)];
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
  // What nameProblems accepts is a string.
  return { name: name as string, template: JSON.stringify(template) };
}

const LONGEST_NAME = 1000;

function nameProblems(name: unknown): Problem[] {
  const wanted = `a string of 1 to ${LONGEST_NAME} characters`;
  if (name === undefined) return [problemAt(['name'], 'required', `is required: ${wanted}`)];
  if (typeof name !== 'string') return [problemAt(['name'], 'wrong_type', `must be ${wanted}`)];
  if (name === '' || name.length > LONGEST_NAME)
    return [problemAt(['name'], 'out_of_range', `must be ${wanted}`)];
  // The one character that PostgreSQL cannot store.
  if (name.includes('\0')) return [problemAt(['name'], 'wrong_form', 'must not have the character U+0000')];
  return [];
}

/** The edit of a template, with the merge fields and the callback of the request in place of its own (C18, C37). */
async function filledTemplate(
  { database: { tables } }: ServerParts,
  owner: string,
  body: unknown,
): Promise<object> {
  const { id, ...own } = readProperties(body, ['id', 'merge', 'callback']);
  if (typeof id !== 'string') {
    const code = id === undefined ? 'required' : 'wrong_type';
    throw new InvalidRequest([problemAt(['id'], code, 'must be the id of a template, a UUID')]);
  }
  const wanted = readId(id);
  const found = await findTemplate(tables, owner, wanted);
  if (found === undefined) throw unknownTemplate(wanted);
  // Only objects are kept as templates.
  return { ...(JSON.parse(found.template) as object), ...own };
}
