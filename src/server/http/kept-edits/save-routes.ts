import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newId } from '../../../base/new-id.ts';
import { addKeptEdit, saveKeptEdit } from '../../../store/edits/kept-edits.ts';
import { claimAndCreate } from '../../../store/idempotency-claims.ts';
import { callerOf } from '../access/authentication.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeBody, describeEditResponse, describeRoute } from '../openapi/operation.ts';
import { createFlag, createIdPath, editHeaders, versionPath } from '../openapi/parameters.ts';
import { answerIdempotently } from '../request/idempotency.ts';
import { requireBody } from '../request/json-body.ts';
import { readDialect } from '../request/read-dialect.ts';
import { readParameters } from '../request/read-request.ts';
import { wrapResponse } from '../response/envelope.ts';
import { requireFound } from '../response/errors.ts';
import { createEnvelope, createReceipt } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { KeptEditBody } from './kept-edit-body.ts';
import {
  readExpectedVersion,
  saveHeaders,
  toVersionHeader,
  Version,
  versionedHeaders,
} from './version-header.ts';

export const SavedEditResponse = createEnvelope(
  'SavedEditResponse',
  createReceipt('edit').extend({ version: Version.describe('The version that has the edit now.') }),
  'Confirms that an edit was kept or saved.',
);

const keptEditBody = describeBody(KeptEditBody, { name: EXAMPLE.keptEdit.name, edit: EXAMPLE.edit });

const POST_EDIT = describeRoute(
  {
    operationId: 'postEdit',
    tags: ['Edits'],
    summary: 'Keep an edit',
    description:
      'Keeps an edit by a name, to work on it. The edit need not be finished. An account can keep up to 10,000 edits per environment. An addition of Kinora.',
    requestParams: { path: versionPath, header: editHeaders },
    requestBody: keptEditBody,
    responses: {
      201: {
        ...describeEditResponse(
          'The edit is kept.',
          SavedEditResponse,
          { message: 'Edit Successfully Created', id: EXAMPLE.keptEdit.id, version: 1 },
          'Created',
        ),
        headers: versionedHeaders,
      },
      ...describeEditFailures(400, 409, 413, 415),
    },
  },
  'render',
);

const PUT_EDIT = describeRoute(
  {
    operationId: 'putEdit',
    tags: ['Edits'],
    summary: 'Save a kept edit',
    description:
      'Saves the name and the content of a kept edit as its next version. With `If-Match`, only if no other save has changed it meanwhile. A save that changes nothing keeps the version. The last 100 versions stay, at most 50 MB of them. An addition of Kinora.',
    requestParams: {
      path: createIdPath('edit'),
      header: saveHeaders,
      query: z.object({
        autosave: createFlag(
          'Set it to true for an automatic save. Such saves within 10 minutes are one version. They need the header If-Match. Default false.',
          false,
        ),
      }),
    },
    requestBody: keptEditBody,
    responses: {
      200: {
        ...describeEditResponse('The edit was saved.', SavedEditResponse, {
          message: 'Edit Successfully Updated',
          id: EXAMPLE.keptEdit.id,
          version: EXAMPLE.keptEdit.version,
        }),
        headers: versionedHeaders,
      },
      ...describeEditFailures(400, 412, 413, 415),
    },
  },
  'render',
  { scopes: ['edit'], only: 'subject' },
);

const CREATION = { route: 'POST /edits', headers: toVersionHeader(1) };

/** Adds `POST /edits` and `PUT /edits/{id}` of the Edit API. */
export function saveRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { quotas } = parts;
  const { tables } = parts.database;

  /** Reads the edit in the body of a request. */
  const readEdit = async (request: FastifyRequest) => {
    const { owner } = callerOf(request);
    const dialect = readDialect(request, parts);
    const { text } = requireBody(request);
    return { owner, dialect, ...(await scope.check(owner, 'readKeptEdit', text)) };
  };

  scope.post('/edits', POST_EDIT, (request, reply) =>
    answerIdempotently(request, reply, parts, CREATION, async () => {
      const kept = { id: newId(), autosaved: false, ...(await readEdit(request)) };
      const receipt = { message: 'Edit Successfully Created', id: kept.id, version: 1 };
      return {
        response: wrapResponse('Created', receipt),
        create: (claim) =>
          claimAndCreate(tables, claim, (transaction) => addKeptEdit(transaction, kept, { quotas })),
      };
    }),
  );

  scope.put('/edits/:id', PUT_EDIT, async (request, reply) => {
    const { id, autosave: autosaved } = readParameters(PUT_EDIT, request);
    const expected = readExpectedVersion(request, autosaved);
    const save = { id, autosaved, expected, ...(await readEdit(request)) };
    const version = requireFound(await saveKeptEdit(tables, save), `edit ${id}`);
    void reply.headers(toVersionHeader(version));
    return wrapResponse('OK', { message: 'Edit Successfully Updated', id, version });
  });
}
