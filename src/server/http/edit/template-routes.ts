import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId } from '../../../base/new-id.ts';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import type { Dialect } from '../../../edit/index.ts';
import { PlaceholderField } from '../../../edit/schema/edit.ts';
import { claimAndCreate } from '../../../store/idempotency-claims.ts';
import {
  addTemplate,
  findTemplate,
  listTemplates,
  removeTemplate,
  replaceTemplate,
} from '../../../store/templates.ts';
import { callerOf } from '../access/authentication.ts';
import { findAddressProblems, requireEditNeeds } from '../access/require-needs.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import {
  describeBody,
  describeEditResponse,
  describeEmptyResponse,
  describeResponse,
  describeRoute,
} from '../openapi/operation.ts';
import { createIdPath, dialectHeader, editHeaders, versionPath, dryRunQuery } from '../openapi/parameters.ts';
import { answerIdempotently } from '../request/idempotency.ts';
import { requireBody } from '../request/json-body.ts';
import { readDialect } from '../request/read-dialect.ts';
import { readParameters } from '../request/read-request.ts';
import { wrapResponse, sendWithJsonText } from '../response/envelope.ts';
import { rejectProblems, requireFound } from '../response/errors.ts';
import { createEnvelope, createReceipt, Id, Owner, Time } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { TemplateBody, TemplateRenderBody } from './read-template.ts';
import { StoredEdit } from './shown-render.ts';
import type { NewRender } from '../../../store/renders.ts';
import type { FilledTemplate } from '../check/checks.ts';
import { answerDryRun, dryRunResponse } from './answer-dry-run.ts';
import { createRender, queuedResponse } from './create-render.ts';

const ListedTemplate = z
  .object({
    id: Id.describe('The id of the template, a UUID.'),
    name: z.string().describe('The name of the template.'),
    version: z
      .int()
      .min(1)
      .describe('1, and one more for each time that it was replaced. An addition of Kinora.'),
    created: Time.describe('The time when the template was created.'),
    updated: Time.describe('The time when the template was last replaced.'),
  })
  .meta({ id: 'ListedTemplate', description: 'A template in a list.' });

const Template = z
  .object({
    id: Id.describe('The id of the template, a UUID.'),
    name: z.string().describe('The name of the template.'),
    owner: Owner,
    template: StoredEdit.describe('The edit as submitted, with its placeholders; {} for a blank template.'),
  })
  .meta({ id: 'StoredTemplate', description: 'A template with its edit.' });

const TemplateResponse = createEnvelope(
  'TemplateResponse',
  createReceipt('template'),
  'Confirms that a template was stored or replaced.',
);

export const TemplateListResponse = createEnvelope(
  'TemplateListResponse',
  z.object({
    owner: Owner,
    templates: z.array(ListedTemplate).describe('All templates, newest first.'),
  }),
  'The templates of the account in this environment.',
);

export const TemplateDataResponse = createEnvelope(
  'TemplateDataResponse',
  Template,
  'A template with its edit.',
);

const TemplateForm = z
  .object({
    id: Id.describe('The id of the template, a UUID.'),
    name: z.string().describe('The name of the template.'),
    fields: z
      .array(
        PlaceholderField.required({ label: true, kind: true })
          .extend({
            name: z.string().describe('Name of the placeholder: `find` of its value.'),
            value: z.unknown().describe('The value that the template has for it: any JSON value.'),
          })
          .meta({ id: 'TemplateField', description: 'A field of the form of a template.' }),
      )
      .describe('The fields in their order.'),
  })
  .meta({ id: 'TemplateForm', description: 'The form of a template.' });

export const TemplateFormResponse = createEnvelope(
  'TemplateFormResponse',
  TemplateForm,
  'The form of a template.',
);

/** Adds the routes of the Edit API that read, write and render templates. */
export function templateRoutes(scope: FastifyInstance, parts: ServerParts): void {
  readRoutes(scope, parts);
  writeRoutes(scope, parts);
  renderRoute(scope, parts);
}

const GET_TEMPLATES = describeRoute({
  operationId: 'getTemplates',
  tags: ['Templates'],
  summary: 'List templates',
  description: 'Returns all templates of the account in this environment, newest first, without their edits.',
  requestParams: { path: versionPath },
  responses: {
    200: describeEditResponse('The templates.', TemplateListResponse, {
      owner: EXAMPLE.render.owner,
      templates: [
        {
          id: EXAMPLE.templateId,
          name: 'Greeting',
          version: 2,
          created: EXAMPLE.render.created,
          updated: EXAMPLE.render.updated,
        },
      ],
    }),
    ...describeEditFailures(),
  },
});

const GET_TEMPLATE = describeRoute({
  operationId: 'getTemplate',
  tags: ['Templates'],
  summary: 'Get a template',
  description: 'Returns the template with its edit.',
  requestParams: { path: createIdPath('template') },
  responses: {
    200: describeEditResponse('The template.', TemplateDataResponse, {
      id: EXAMPLE.templateId,
      name: 'Greeting',
      owner: EXAMPLE.render.owner,
      template: EXAMPLE.edit,
    }),
    ...describeEditFailures(400),
  },
});

function readRoutes(scope: FastifyInstance, { database: { tables } }: ServerParts): void {
  scope.get('/templates', GET_TEMPLATES, async (request) => {
    const { owner } = callerOf(request);
    const templates = await listTemplates(tables, owner);
    return wrapResponse('OK', { owner, templates });
  });

  scope.get('/templates/:id', GET_TEMPLATE, async (request, reply) => {
    const { id } = readParameters(GET_TEMPLATE, request);
    const found = await findTemplate(tables, callerOf(request).owner, id);
    const { name, owner, template } = requireFound(found, `template ${id}`);
    return sendWithJsonText(reply, { id, name, owner }, 'template', template);
  });

  scope.get('/templates/:id/form', GET_TEMPLATE_FORM, async (request, reply) => {
    const { id } = readParameters(GET_TEMPLATE_FORM, request);
    const { owner } = callerOf(request);
    const { name, template } = requireFound(await findTemplate(tables, owner, id), `template ${id}`);
    const fields = await scope.check(owner, 'listFormFields', template);
    return sendWithJsonText(reply, { id, name }, 'fields', fields);
  });
}

const GET_TEMPLATE_FORM = describeRoute(
  {
    operationId: 'getTemplateForm',
    tags: ['Templates'],
    summary: 'Get the form of a template',
    description:
      'Returns the fields that a person fills in, in the order of the merge list of the template, without its edit. Send the values to POST /templates/render. An addition of Kinora.',
    requestParams: { path: createIdPath('template') },
    responses: {
      200: describeEditResponse('The form.', TemplateFormResponse, {
        id: EXAMPLE.templateId,
        name: 'Greeting',
        fields: [{ name: 'NAME', label: 'Name', kind: 'text', max: 40, value: 'world' }],
      }),
      ...describeEditFailures(400),
    },
  },
  undefined,
  { scopes: ['form'], only: 'subject' },
);

const templateBody = describeBody(TemplateBody, { name: 'Greeting', template: EXAMPLE.edit });

const POST_TEMPLATE = describeRoute({
  operationId: 'postTemplate',
  tags: ['Templates'],
  summary: 'Store a template',
  description:
    'Stores an edit with placeholders, to render it with different values. An account can store up to 10,000 templates per environment.',
  requestParams: { path: versionPath, header: editHeaders },
  requestBody: templateBody,
  responses: {
    201: describeEditResponse(
      'The template was stored.',
      TemplateResponse,
      { message: 'Template Successfully Created', id: EXAMPLE.templateId },
      'Created',
    ),
    ...describeEditFailures(400, 409, 413, 415),
  },
});

const PUT_TEMPLATE = describeRoute({
  operationId: 'putTemplate',
  tags: ['Templates'],
  summary: 'Replace a template',
  description: 'Replaces the name and the edit of a template. Without an edit, the template becomes blank.',
  requestParams: { path: createIdPath('template'), header: dialectHeader },
  requestBody: templateBody,
  responses: {
    200: describeResponse('The template was replaced.', TemplateResponse),
    ...describeEditFailures(400, 413, 415),
  },
});

const DELETE_TEMPLATE = describeRoute({
  operationId: 'deleteTemplate',
  tags: ['Templates'],
  summary: 'Delete a template',
  description: 'Deletes the template. Its renders are kept.',
  requestParams: { path: createIdPath('template') },
  responses: { 204: describeEmptyResponse('The template was deleted.'), ...describeEditFailures(400) },
});

function writeRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  /** Reads the template in the body of a request. */
  const readTemplate = async (request: FastifyRequest) => {
    const { owner } = callerOf(request);
    const dialect = readDialect(request, parts);
    const { text } = requireBody(request);
    const { callback, ...template } = await scope.check(owner, 'readTemplate', text, dialect);
    rejectProblems(findAddressProblems(parts, callback, ['template', 'callback']));
    return { owner, dialect, ...template };
  };

  scope.post('/templates', POST_TEMPLATE, (request, reply) =>
    answerIdempotently(request, reply, parts, { route: 'POST /templates' }, async () => {
      const template = { id: newId(), ...(await readTemplate(request)) };
      const receipt = { message: 'Template Successfully Created', id: template.id };
      return {
        response: wrapResponse('Created', receipt),
        create: (claim) => claimAndCreate(tables, claim, (transaction) => addTemplate(transaction, template)),
      };
    }),
  );

  scope.put('/templates/:id', PUT_TEMPLATE, async (request) => {
    const { id } = readParameters(PUT_TEMPLATE, request);
    const template = await readTemplate(request);
    requireFound(await replaceTemplate(tables, { id, ...template }), `template ${id}`);
    return wrapResponse('OK', { message: 'Template Successfully Updated', id });
  });

  scope.delete('/templates/:id', DELETE_TEMPLATE, async (request, reply) => {
    const { id } = readParameters(DELETE_TEMPLATE, request);
    requireFound(await removeTemplate(tables, callerOf(request).owner, id), `template ${id}`);
    return reply.status(204).send();
  });
}

const POST_TEMPLATE_RENDER = describeRoute(
  {
    operationId: 'postTemplateRender',
    tags: ['Templates'],
    summary: 'Render a template',
    description:
      'Fills the placeholders of a template and queues a render of the result. With `dryRun=true`, queues nothing and returns the result that the render would have.',
    requestParams: { path: versionPath, query: dryRunQuery, header: editHeaders },
    requestBody: describeBody(TemplateRenderBody, {
      id: EXAMPLE.templateId,
      merge: [{ find: 'NAME', replace: 'Ada' }],
    }),
    responses: { 200: dryRunResponse, 201: queuedResponse, ...describeEditFailures(400, 409, 413, 415, 507) },
  },
  'render',
  { scopes: ['form'] },
);

/** Adds `POST /templates/render` of the Edit API. */
function renderRoute(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;
  /** Fills in a template for a token, which may give only the values that the form allows. */
  const fillForm = async (owner: string, template: string, text: string, dialect: Dialect) => {
    const edit = await scope.check(owner, 'fillForm', template, text);
    return { ...(await scope.check(owner, 'checkEdit', edit, dialect)), edit };
  };
  const fillTemplate = async (
    request: FastifyRequest,
  ): Promise<FilledTemplate & Pick<NewRender, 'dialect'>> => {
    const { owner, token } = callerOf(request);
    const { text } = requireBody(request);
    const id = await scope.check(owner, 'readTemplateId', text);
    if (token !== undefined && token.subject !== id)
      throw new KinoraError('insufficient_scope', 'This token is for another template.');
    const found = requireFound(await findTemplate(tables, owner, id), `template ${id}`);
    const dialect = readDialect(request, parts, found.dialect);
    const filled =
      token === undefined
        ? await scope.check(owner, 'fillTemplate', found.template, text, dialect)
        : await fillForm(owner, found.template, text, dialect);
    await requireEditNeeds(parts, owner, filled);
    return { ...filled, dialect };
  };
  scope.post('/templates/render', POST_TEMPLATE_RENDER, async (request, reply) => {
    if (readParameters(POST_TEMPLATE_RENDER, request).dryRun)
      return answerDryRun(request, reply, parts, await fillTemplate(request));
    return answerIdempotently(request, reply, parts, { route: 'POST /templates/render' }, async () =>
      createRender(parts, request, await fillTemplate(request)),
    );
  });
}
