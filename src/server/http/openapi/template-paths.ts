import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  DryRunResponse,
  QueuedResponse,
  TemplateDataResponse,
  TemplateListResponse,
  TemplateResponse,
} from '../edit/answers.ts';
import { TemplateBody, TemplateRenderBody } from '../edit/bodies.ts';
import * as examples from './examples.ts';
import { counted, editFailures } from './failures.ts';
import { dryRunQuery, idempotency, idIn, versionOnly } from './parameters.ts';

const templateBody = {
  required: true,
  content: { 'application/json': { schema: TemplateBody, example: examples.template } },
};

/** Templates: edits that are kept, and rendered with values for their placeholders. */
export const templatePaths: ZodOpenApiPathsObject = {
  '/edit/{version}/templates': {
    post: {
      operationId: 'postTemplate',
      tags: ['Templates'],
      summary: 'Store a template',
      description:
        'Keeps an edit under a name, so that it can be rendered with other values again and again.',
      requestParams: { path: versionOnly, header: idempotency },
      requestBody: templateBody,
      responses: {
        201: {
          description: 'The template was stored.',
          headers: counted,
          content: { 'application/json': { schema: TemplateResponse, example: examples.templateStored } },
        },
        ...editFailures(400, 409, 413, 415),
      },
    },
    get: {
      operationId: 'getTemplates',
      tags: ['Templates'],
      summary: 'List templates',
      description: 'The templates of this account and environment, newest first.',
      requestParams: { path: versionOnly },
      responses: {
        200: {
          description: 'The templates.',
          headers: counted,
          content: { 'application/json': { schema: TemplateListResponse, example: examples.templates } },
        },
        ...editFailures(),
      },
    },
  },
  '/edit/{version}/templates/{id}': {
    get: {
      operationId: 'getTemplate',
      tags: ['Templates'],
      summary: 'See a template',
      description: 'The template with its edit.',
      requestParams: { path: idIn('template') },
      responses: {
        200: {
          description: 'The template.',
          headers: counted,
          content: { 'application/json': { schema: TemplateDataResponse, example: examples.templateData } },
        },
        ...editFailures(400),
      },
    },
    put: {
      operationId: 'putTemplate',
      tags: ['Templates'],
      summary: 'Replace a template',
      description: 'Replaces the name and the edit; without an edit the template is blank from then on.',
      requestParams: { path: idIn('template') },
      requestBody: templateBody,
      responses: {
        200: {
          description: 'The template was replaced.',
          headers: counted,
          content: { 'application/json': { schema: TemplateResponse } },
        },
        ...editFailures(400, 413, 415),
      },
    },
    delete: {
      operationId: 'deleteTemplate',
      tags: ['Templates'],
      summary: 'Delete a template',
      description: 'Renders that were made of it stay.',
      requestParams: { path: idIn('template') },
      responses: {
        204: { description: 'It is deleted.', headers: counted },
        ...editFailures(400),
      },
    },
  },
  '/edit/{version}/templates/render': {
    post: {
      operationId: 'postTemplateRender',
      tags: ['Templates'],
      summary: 'Render a template',
      description:
        "Queues a render of the template with these values for its placeholders; without any, with the template's own.",
      requestParams: { path: versionOnly, query: dryRunQuery, header: idempotency },
      requestBody: {
        required: true,
        content: { 'application/json': { schema: TemplateRenderBody, example: examples.templateRender } },
      },
      responses: {
        200: {
          description: 'What a render would make; only with dryRun=true.',
          headers: counted,
          content: { 'application/json': { schema: DryRunResponse, example: examples.dryRun } },
        },
        201: {
          description: 'The render was accepted.',
          headers: counted,
          content: { 'application/json': { schema: QueuedResponse, example: examples.queued } },
        },
        ...editFailures(400, 409, 413, 415),
      },
    },
  },
};
