import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { NewRender } from '../../../store/renders.ts';
import { findTemplate } from '../../../store/templates.ts';
import { callerOf } from '../access/authentication.ts';
import { requireEditNeeds } from '../access/require-needs.ts';
import type { FilledTemplate } from '../check/checks.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeBody, describeRoute } from '../openapi/operation.ts';
import { dryRunQuery, editHeaders, versionPath } from '../openapi/parameters.ts';
import { answerIdempotently } from '../request/idempotency.ts';
import { requireBody } from '../request/json-body.ts';
import { readDialect } from '../request/read-dialect.ts';
import { readParameters } from '../request/read-request.ts';
import { requireFound } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';
import { answerDryRun, dryRunResponse } from './answer-dry-run.ts';
import { createRender, queuedResponse } from './create-render.ts';
import { TemplateRenderBody } from './read-template.ts';

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
    request: FastifyRequest,
  ): Promise<FilledTemplate & Pick<NewRender, 'dialect'>> => {
    const { owner } = callerOf(request);
    const { text } = requireBody(request);
    const id = await scope.check(owner, 'readTemplateId', text);
    const found = requireFound(await findTemplate(tables, owner, id), `template ${id}`);
    const dialect = readDialect(request, parts, found.dialect);
    const filled = await scope.check(owner, 'fillTemplate', found.template, text, dialect);
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
