import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Callback, MergeField } from '../../../edit/schema/edit.ts';
import type { NewRender } from '../../../store/renders.ts';
import { findTemplate } from '../../../store/templates.ts';
import { callerOf } from '../access/authentication.ts';
import { requireEditNeeds } from '../access/require-needs.ts';
import type { FilledTemplate } from '../check/checks.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeBody, describeRoute } from '../openapi/operation.ts';
import { dryRunQuery, editHeaders, versionPath } from '../openapi/parameters.ts';
import { answerIdempotently, type CreationRequest } from '../request/idempotency.ts';
import { type JsonBody, requireBody } from '../request/json-body.ts';
import { readDialect } from '../request/read-dialect.ts';
import { type QueryValue, readFlag } from '../request/read-request.ts';
import { Id } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { answerDryRun, dryRunResponse } from './answer-dry-run.ts';
import { createRender, queuedResponse } from './create-render.ts';
import { createUnknownTemplateError } from './template-routes.ts';

const TemplateRenderBody = z
  .strictObject({
    id: Id.describe('The id of the template, a UUID.'),
    merge: z
      .array(MergeField)
      .optional()
      .describe(
        "The values of the placeholders. They replace the template's own list. Default: the list of the template.",
      ),
    callback: Callback.optional().describe(
      'URL to notify when the render is done or has failed (http or https). Default: the callback of the template.',
    ),
  })
  .meta({ id: 'TemplateRender', description: 'The template to render and the values of its placeholders.' });

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
);

/** Adds `POST /templates/render` of the Edit API. */
export function templateRenderRoute(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;
  const fillTemplate = async (
    request: CreationRequest,
    { text }: JsonBody,
  ): Promise<FilledTemplate & Pick<NewRender, 'dialect'>> => {
    const { owner } = callerOf(request);
    const id = await scope.check(owner, 'readTemplateId', text);
    const found = await findTemplate(tables, owner, id);
    if (found === undefined) throw createUnknownTemplateError(id);
    const dialect = readDialect(request, parts, found.dialect);
    const filled = await scope.check(owner, 'fillTemplate', found.template, text, dialect);
    await requireEditNeeds(parts, owner, filled);
    return { ...filled, dialect };
  };
  scope.post<{ Body: JsonBody | undefined; Querystring: { dryRun?: QueryValue } }>(
    '/templates/render',
    POST_TEMPLATE_RENDER,
    async (request, reply) => {
      if (readFlag('dryRun', request.query.dryRun, false)) {
        const filled = await fillTemplate(request, requireBody(request.body));
        return answerDryRun(request, reply, parts, filled);
      }
      return answerIdempotently(request, reply, parts, 'POST /templates/render', async (body) =>
        createRender(parts, request, await fillTemplate(request, body)),
      );
    },
  );
}
