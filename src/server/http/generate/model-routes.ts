import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findModel, isWithdrawnModel, MODELS } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import { describeGenerationFailures } from '../openapi/failures.ts';
import { describeResponse, describeRoute } from '../openapi/operation.ts';
import { versionPath } from '../openapi/parameters.ts';
import { readParameters } from '../request/read-request.ts';
import type { ServerParts } from '../server-parts.ts';
import { GENERATION_EXAMPLES, ModelErrorResponse, ModelList, ShownModel } from './generation-bodies.ts';
import { describeModels } from './shown-models.ts';

const GET_MODELS = describeRoute({
  operationId: 'getModels',
  tags: ['Generate'],
  summary: 'List the models',
  description:
    'Returns the models that make files from prompts: names of Kinora, and names of the public service, which are served by what the account has.',
  requestParams: {
    path: versionPath,
    query: z.object({
      expand: z
        .enum(['options'], { error: 'must be "options"' })
        .optional()
        .describe('Set it to options to get the JSON Schema of the options of each model.'),
    }),
  },
  responses: {
    200: describeResponse('The models.', ModelList, { models: [GENERATION_EXAMPLES.model] }),
    ...describeGenerationFailures(400),
  },
});

const GET_MODEL = describeRoute({
  operationId: 'getModel',
  tags: ['Generate'],
  summary: 'Get a model',
  description: 'Returns the model with the JSON Schema of its options.',
  requestParams: { path: versionPath.extend({ id: z.string().min(1).describe('The name of the model.') }) },
  responses: {
    ...describeGenerationFailures(),
    200: describeResponse('The model.', ShownModel, GENERATION_EXAMPLES.model),
    404: describeResponse('There is no such model.', ModelErrorResponse, {
      error: {
        name: 'UnknownGenerationModel',
        message: 'There is no model "x". GET /models lists the models.',
      },
    }),
  },
});

/** Adds `GET /models` and `GET /models/{id}`. */
export function modelRoutes(scope: FastifyInstance, { providers }: ServerParts): void {
  scope.get('/models', GET_MODELS, async (request) => {
    const { expand } = readParameters(GET_MODELS, request);
    return {
      models: await describeModels(providers, callerOf(request).owner, MODELS, expand === 'options'),
    };
  });

  scope.get('/models/:id', GET_MODEL, async (request, reply) => {
    const { id } = readParameters(GET_MODEL, request);
    const model = findModel(id);
    if (model === undefined) return reply.status(404).send({ error: createModelError(id) });
    const [shown] = await describeModels(providers, callerOf(request).owner, [model], true);
    return shown;
  });
}

function createModelError(id: string): z.input<typeof ModelErrorResponse>['error'] {
  const name = JSON.stringify(id.slice(0, 100));
  if (isWithdrawnModel(id))
    return {
      name: 'WithdrawnGenerationModel',
      message: `The model ${name} is an older name, which works only in old edits. GET /models lists the models.`,
    };
  return {
    name: 'UnknownGenerationModel',
    message: `There is no model ${name}. GET /models lists the models.`,
  };
}
