import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DIALECTS } from '../../../edit/dialect.ts';
import {
  findKeptEdit,
  findKeptText,
  type KeptEdit,
  type KeptText,
  listKeptEdits,
  removeKeptEdit,
} from '../../../store/edits/kept-edits.ts';
import { callerOf } from '../access/authentication.ts';
import { StoredEdit } from '../edit/shown-render.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeEditResponse, describeEmptyResponse, describeRoute } from '../openapi/operation.ts';
import { createFlag, createIdPath, versionPath } from '../openapi/parameters.ts';
import { readParameters } from '../request/read-request.ts';
import { sendWithJsonText, wrapResponse } from '../response/envelope.ts';
import { requireFound } from '../response/errors.ts';
import { createEnvelope, Id, Owner, Time } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { saveRoutes } from './save-routes.ts';
import { toVersionHeader, Version, versionedHeaders } from './version-header.ts';
import { versionRoutes } from './version-routes.ts';

const ListedKeptEdit = z
  .object({
    id: Id.describe('The id of the edit, a UUID.'),
    name: z.string().describe('The name of the edit.'),
    dialect: z.enum(DIALECTS).describe('The dialect of the edit as it was saved last.'),
    version: Version.describe('The number of its latest version, which is its ETag, too.'),
    created: Time.describe('The time when the edit was kept first.'),
    updated: Time.describe('The time of the last save.'),
  })
  .meta({ id: 'ListedKeptEdit', description: 'A kept edit in a list.' });

export const KeptEditListResponse = createEnvelope(
  'KeptEditListResponse',
  z.object({
    owner: Owner,
    edits: z.array(ListedKeptEdit).describe('All kept edits. The one that was saved last is the first.'),
  }),
  'The kept edits of the account in this environment.',
);

export const KeptEditResponse = createEnvelope(
  'KeptEditResponse',
  ListedKeptEdit.extend({
    owner: Owner,
    edit: StoredEdit.optional().describe('The edit of the latest version; absent with data=false.'),
  }).meta({ id: 'KeptEdit', description: 'A kept edit.' }),
  'A kept edit with its latest version.',
);

/** Adds the routes of the Edit API for the edits that an account keeps by name. An addition of Kinora. */
export function keptEditRoutes(scope: FastifyInstance, parts: ServerParts): void {
  readRoutes(scope, parts);
  saveRoutes(scope, parts);
  deleteRoute(scope, parts);
  versionRoutes(scope, parts);
}

const LIST_EDITS = describeRoute({
  operationId: 'listEdits',
  tags: ['Edits'],
  summary: 'List kept edits',
  description:
    'Returns all edits that the account keeps in this environment, without their content. The one that was saved last is the first. An addition of Kinora.',
  requestParams: { path: versionPath },
  responses: {
    200: describeEditResponse('The edits.', KeptEditListResponse, {
      owner: EXAMPLE.render.owner,
      edits: [EXAMPLE.keptEdit],
    }),
    ...describeEditFailures(),
  },
});

const GET_EDIT = describeRoute(
  {
    operationId: 'getEdit',
    tags: ['Edits'],
    summary: 'Get a kept edit',
    description: 'Returns the latest version of a kept edit. An addition of Kinora.',
    requestParams: {
      path: createIdPath('edit'),
      query: z.object({
        data: createFlag('Set it to false to leave out the edit itself. Default true.', true),
      }),
    },
    responses: {
      200: {
        ...describeEditResponse('The edit.', KeptEditResponse, {
          ...EXAMPLE.keptEdit,
          owner: EXAMPLE.render.owner,
          edit: EXAMPLE.edit,
        }),
        headers: versionedHeaders,
      },
      ...describeEditFailures(400),
    },
  },
  undefined,
  { scopes: ['edit'], only: 'subject' },
);

function readRoutes(scope: FastifyInstance, { database: { tables } }: ServerParts): void {
  scope.get('/edits', LIST_EDITS, async (request) => {
    const { owner } = callerOf(request);
    const edits = (await listKeptEdits(tables, owner)).map(toShown);
    return wrapResponse('OK', { owner, edits });
  });

  scope.get('/edits/:id', GET_EDIT, async (request, reply) => {
    const { id, data } = readParameters(GET_EDIT, request);
    const { owner } = callerOf(request);
    const find = data ? findKeptText : findKeptEdit;
    const { edit, ...kept } = requireFound<KeptText>(await find(tables, owner, id), `edit ${id}`);
    void reply.headers(toVersionHeader(kept.version));
    return sendWithJsonText(reply, { ...toShown(kept), owner }, 'edit', edit);
  });
}

function toShown({ created, updated, ...kept }: KeptEdit): z.infer<typeof ListedKeptEdit> {
  return { ...kept, created: created.toISOString(), updated: updated.toISOString() };
}

const DELETE_EDIT = describeRoute({
  operationId: 'deleteEdit',
  tags: ['Edits'],
  summary: 'Delete a kept edit',
  description: 'Deletes a kept edit with its versions. Its renders are kept. An addition of Kinora.',
  requestParams: { path: createIdPath('edit') },
  responses: { 204: describeEmptyResponse('The edit was deleted.'), ...describeEditFailures(400) },
});

function deleteRoute(scope: FastifyInstance, { database: { tables } }: ServerParts): void {
  scope.delete('/edits/:id', DELETE_EDIT, async (request, reply) => {
    const { id } = readParameters(DELETE_EDIT, request);
    requireFound(await removeKeptEdit(tables, callerOf(request).owner, id), `edit ${id}`);
    return reply.status(204).send();
  });
}
