import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { newId } from '../../../base/new-id.ts';
import { GenerationBody, START_OPTIONS } from '../../../create/parse-generation.ts';
import { type GenerationRequest, type PromptedFile, toModelRequest } from '../../../create/index.ts';
import { findModelNeed } from '../../../edit/index.ts';
import { findServed } from '../../../generation/provider-directory.ts';
import type { CreatedAssetRow } from '../../../store/generation/created-assets.ts';
import {
  addGeneration,
  findGeneration,
  findGenerationById,
  type GenerationIdentity,
} from '../../../store/generation/generation-jobs.ts';
import { callerOf } from '../access/authentication.ts';
import { findAddressProblems } from '../access/require-needs.ts';
import { requireStorageQuota } from '../access/require-storage-quota.ts';
import { describeGenerationFailures } from '../openapi/failures.ts';
import {
  commonHeaders,
  describeBody,
  describeResponse,
  describeRoute,
  rateLimitedHeaders,
} from '../openapi/operation.ts';
import { idempotencyHeader, versionPath } from '../openapi/parameters.ts';
import { requireBody } from '../request/json-body.ts';
import { fileAddressesFor } from '../request/public-url.ts';
import { readParameters, readTexts } from '../request/read-request.ts';
import { createErrorHandler, rejectProblems } from '../response/errors.ts';
import { createId } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import {
  GENERATION_EXAMPLES,
  GenerationQuote,
  GenerationResponse,
  toShownGeneration,
} from './generation-bodies.ts';
import { generationErrorBody, MissingServiceError } from './generation-errors.ts';
import { modelRoutes } from './model-routes.ts';

/** Seconds after which a client may look at a generation again. */
const LOOK_AGAIN_SECONDS = 2;

const RetryAfter = z.int().min(0).meta({ description: 'The number of seconds until the next look.' });
const unfinished = describeResponse(
  'The file is not made yet.',
  GenerationResponse,
  GENERATION_EXAMPLES.queued,
);
const ended = describeResponse(
  'The generation has ended: done or failed.',
  GenerationResponse,
  GENERATION_EXAMPLES.done,
);

const POST_GENERATE = describeRoute(
  {
    operationId: 'postGenerate',
    tags: ['Generate'],
    summary: 'Generate a file from a prompt',
    description:
      'Queues the generation of an image, a video or a sound by a model. An equal request of the account gets the same generation, and is paid once. With a header Idempotency-Key, each key has a generation of its own: a new key makes another take. A generation is also a created asset: the Create API lists and deletes it.',
    requestParams: { path: versionPath, header: idempotencyHeader },
    requestBody: describeBody(GenerationBody, GENERATION_EXAMPLES.request),
    responses: {
      200: ended,
      202: {
        ...unfinished,
        headers: rateLimitedHeaders.extend({
          location: z.string().meta({ description: 'The relative address of the generation.' }),
          'retry-after': RetryAfter,
        }),
      },
      ...describeGenerationFailures(400, 409, 413, 415, 507),
    },
  },
  'render',
);

const POST_QUOTE = describeRoute(
  {
    operationId: 'postGenerateQuote',
    tags: ['Generate'],
    summary: 'Ask for the price of a generation',
    description:
      'Checks a request as POST /generate does, and makes nothing. The price is 0, because Kinora has no credits.',
    requestParams: { path: versionPath },
    requestBody: describeBody(GenerationBody, GENERATION_EXAMPLES.request),
    responses: {
      200: describeResponse('The price.', GenerationQuote, { credits: 0, ceiling: false }),
      ...describeGenerationFailures(400, 413, 415),
    },
  },
  'read',
);

const GET_GENERATE = describeRoute({
  operationId: 'getGenerate',
  tags: ['Generate'],
  summary: 'Get a generation',
  description: 'Returns the state of a generation. Only the status 200 is final.',
  requestParams: {
    path: versionPath.extend({ id: z.string().min(1).describe('The id of the generation, a UUID.') }),
  },
  responses: {
    200: ended,
    202: { ...unfinished, headers: commonHeaders.extend({ 'retry-after': RetryAfter }) },
    ...describeGenerationFailures(),
  },
});

/** Adds `POST /generate`, `POST /generate/quote`, `GET /generate/{id}` and the routes of models. */
export function generateRoutes(scope: FastifyInstance, parts: ServerParts): void {
  void scope.register((inner, _options, done) => {
    inner.setErrorHandler(createErrorHandler(generationErrorBody));
    modelRoutes(inner, parts);
    inner.post('/generate', POST_GENERATE, (request, reply) => generate(scope, parts, request, reply));
    inner.post('/generate/quote', POST_QUOTE, async (request) => {
      const file = await readFile(scope, parts, request);
      const served = await findServed(parts.providers, callerOf(request).owner, toModelRequest(file));
      if (served === undefined) throw createMissingError(file);
      return { credits: 0, ceiling: false };
    });
    inner.get('/generate/:id', GET_GENERATE, async (request, reply) => {
      const { id } = readParameters(GET_GENERATE, request);
      // An id in another form belongs to no generation.
      const known = createId().safeParse(id).data;
      const { owner } = callerOf(request);
      const row =
        known === undefined ? undefined : await findGenerationById(parts.database.tables, owner, known);
      if (row === undefined)
        throw new KinoraError('not_found', `There is no generation ${id.slice(0, 100)}.`);
      return answer(request, reply, parts, row);
    });
    done();
  });
}

async function generate(
  scope: FastifyInstance,
  parts: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { tables, engine } = parts.database;
  const { 'idempotency-key': take } = readTexts(idempotencyHeader, request.headers);
  const file = await readFile(scope, parts, request);
  const { owner } = callerOf(request);
  const wanted = toModelRequest(file);
  const served = await findServed(parts.providers, owner, wanted);
  // Without a key, what makes it counts: a file by a service is not the one that Kinora made before there was one.
  const same = take === undefined ? (served?.request ?? wanted) : wanted;
  const identity: GenerationIdentity = { owner, take, content: hashRequest(same) };
  const earlier = await findGeneration(tables, identity);
  if (earlier !== undefined) return answer(request, reply, parts, earlier);
  // An embedded database is on the same disk.
  if (engine.kind === 'embedded') await parts.disk.check();
  await requireStorageQuota(parts, callerOf(request));
  if (served === undefined) throw createMissingError(file);
  const row = await queue(parts, request, identity, served.request);
  request.log.info({ created: row.id }, 'A generation was accepted.');
  return answer(request, reply, parts, row);
}

/** Answers with the state of a generation. Only 200 is final. */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
  row: CreatedAssetRow,
): FastifyReply {
  const isEnded = row.status === 'done' || row.status === 'failed';
  if (!isEnded) void reply.header('retry-after', LOOK_AGAIN_SECONDS);
  if (!isEnded && request.method === 'POST') void reply.header('location', `${pathOf(request)}/${row.id}`);
  return reply.status(isEnded ? 200 : 202).send(toShownGeneration(row, fileAddressesFor(request, parts)));
}

/** Returns the path of a request, without a slash at its end. */
function pathOf({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1);
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Reads the file to make from the body of a request, and checks the address of its start image. */
async function readFile(
  scope: FastifyInstance,
  parts: ServerParts,
  request: FastifyRequest,
): Promise<PromptedFile> {
  const { text } = requireBody(request);
  const file = await scope.check(callerOf(request).owner, 'readGeneration', text);
  const { options = {} } = file;
  for (const name of START_OPTIONS) {
    const url = options[name];
    const at = ['asset', 'options', name];
    if (typeof url === 'string') rejectProblems(findAddressProblems(parts, url, at));
  }
  return file;
}

function createMissingError(file: PromptedFile): MissingServiceError {
  const { model = '' } = toModelRequest(file);
  return new MissingServiceError(model, findModelNeed(file) ?? { work: 'text-to-speech' });
}

async function queue(
  { database, queue: { creations } }: ServerParts,
  request: FastifyRequest,
  identity: GenerationIdentity,
  { provider, options, model = '' }: GenerationRequest,
): Promise<CreatedAssetRow> {
  const { owner, stage } = callerOf(request);
  const id = newId();
  const asset = {
    ...identity,
    id,
    stage,
    provider,
    model,
    type: options.type,
    options: JSON.stringify(options),
    created: new Date(),
  };
  return await addGeneration(database.tables, asset, (transaction) =>
    creations.submit(transaction, { kind: 'created', id, owner }),
  );
}

/** Returns a hash that is equal for equal files. */
function hashRequest(request: GenerationRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}
