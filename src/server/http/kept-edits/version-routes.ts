import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type EditVersion, findVersion, listVersions } from '../../../store/edits/edit-versions.ts';
import { findKeptEdit } from '../../../store/edits/kept-edits.ts';
import { callerOf } from '../access/authentication.ts';
import { StoredEdit } from '../edit/shown-render.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeEditResponse, describeRoute } from '../openapi/operation.ts';
import { createCount, createIdPath } from '../openapi/parameters.ts';
import { readParameters } from '../request/read-request.ts';
import { sendWithJsonText, wrapResponse } from '../response/envelope.ts';
import { requireFound } from '../response/errors.ts';
import { createEnvelope, Id, Time } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { Version } from './version-header.ts';

const ListedVersion = z
  .object({
    version: Version.describe('The number of the version.'),
    saved: Time.describe('The time of its last save.'),
    autosaved: z.boolean().describe('True if the save was automatic.'),
    bytes: z.int().min(0).describe('The size of the edit as JSON.'),
  })
  .meta({ id: 'EditVersion', description: 'A version of a kept edit in a list.' });

const editId = Id.describe('The id of the edit, a UUID.');

export const VersionListResponse = createEnvelope(
  'EditVersionListResponse',
  z.object({ id: editId, versions: z.array(ListedVersion).describe('The versions, latest first.') }),
  'The versions of a kept edit.',
);

export const VersionResponse = createEnvelope(
  'EditVersionResponse',
  ListedVersion.extend({ id: editId, edit: StoredEdit.describe('The edit of this version.') }).meta({
    id: 'EditVersionData',
    description: 'A version of a kept edit.',
  }),
  'A version of a kept edit, with its content.',
);

const { id } = EXAMPLE.keptEdit;
const EXAMPLE_VERSION = {
  version: EXAMPLE.keptEdit.version,
  saved: EXAMPLE.keptEdit.updated,
  autosaved: true,
  bytes: 1840,
};

const LIST_VERSIONS = describeRoute(
  {
    operationId: 'listEditVersions',
    tags: ['Edits'],
    summary: 'List the versions of a kept edit',
    description:
      'Returns the versions of a kept edit, latest first, without their content. The numbers of versions that later automatic saves have replaced are missing. An addition of Kinora.',
    requestParams: { path: createIdPath('edit') },
    responses: {
      200: describeEditResponse('The versions.', VersionListResponse, { id, versions: [EXAMPLE_VERSION] }),
      ...describeEditFailures(400),
    },
  },
  undefined,
  { scopes: ['edit'], only: 'subject' },
);

const GET_VERSION = describeRoute(
  {
    operationId: 'getEditVersion',
    tags: ['Edits'],
    summary: 'Get a version of a kept edit',
    description:
      'Returns a version of a kept edit. To restore it, save its content as the next version. An addition of Kinora.',
    requestParams: {
      path: createIdPath('edit').extend({
        number: createCount(999_999_999).describe('The number of the version.'),
      }),
    },
    responses: {
      200: describeEditResponse('The version.', VersionResponse, {
        id,
        ...EXAMPLE_VERSION,
        edit: EXAMPLE.edit,
      }),
      ...describeEditFailures(400),
    },
  },
  undefined,
  { scopes: ['edit'], only: 'subject' },
);

/** Adds `GET /edits/{id}/versions` and `GET /edits/{id}/versions/{number}` of the Edit API. */
export function versionRoutes(scope: FastifyInstance, { database: { tables } }: ServerParts): void {
  const requireOwn = async (request: FastifyRequest, kept: string): Promise<void> => {
    requireFound(await findKeptEdit(tables, callerOf(request).owner, kept), `edit ${kept}`);
  };

  scope.get('/edits/:id/versions', LIST_VERSIONS, async (request) => {
    const { id: kept } = readParameters(LIST_VERSIONS, request);
    await requireOwn(request, kept);
    const versions = (await listVersions(tables, kept)).map(toShown);
    return wrapResponse('OK', { id: kept, versions });
  });

  scope.get('/edits/:id/versions/:number', GET_VERSION, async (request, reply) => {
    const { id: kept, number } = readParameters(GET_VERSION, request);
    await requireOwn(request, kept);
    const found = requireFound(await findVersion(tables, kept, number), `version ${number} of edit ${kept}`);
    const { edit, ...version } = found;
    return sendWithJsonText(reply, { id: kept, ...toShown(version) }, 'edit', edit);
  });
}

function toShown({ saved, ...version }: EditVersion): z.infer<typeof ListedVersion> {
  return { ...version, saved: saved.toISOString() };
}
