import { z } from 'zod';
import { fail, ok, type Result } from '../base/result.ts';
import { isObject } from '../base/is-object.ts';
import {
  checkPrompted,
  createProblem,
  jsonTypeOf,
  MAX_PROBLEMS,
  MODEL_TYPES,
  MODELS,
  type Problem,
} from '../edit/index.ts';
import { sortByDocument } from '../edit/problems/document-order.ts';
import { describeIssue, problemsFromIssue } from '../edit/problems/zod-problems.ts';
import { field, isHttpUrl, Text } from '../edit/schema/fields.ts';
import type { PromptedFile } from './model-request.ts';

/** The options with the address of the image that a video starts with. */
export const START_OPTIONS = ['startSrc', 'inputSrc'] as const;

/** The asset of a request to generate a file. */
export const GenerationAsset = z
  .strictObject({
    type: z.enum(MODEL_TYPES).describe('The type of the file.'),
    prompt: Text.min(1).describe(
      'What to make, 1 to 4000 characters: words to speak, or the description of the file.',
    ),
    model: Text.min(1)
      .optional()
      .meta({
        description: 'Name of the model. GET /models lists them. Default: the first model of the type.',
        examples: MODELS.map(({ model }) => model),
      }),
    options: field(
      z.record(z.string(), z.unknown()),
      'Options of the model. GET /models/{id} has their schema and their defaults.',
    ),
  })
  .meta({ id: 'GenerationAsset', description: 'A file to make from a prompt.' });

/** The body of a request to generate a file. */
export const GenerationBody = z
  .looseObject({
    asset: GenerationAsset.describe('What to make.'),
    length: field(
      z.number().gt(0),
      'Wanted duration in seconds, more than 0. It comes before a duration in the options. Models that choose their duration ignore it.',
    ),
  })
  .meta({ id: 'GenerationRequest', description: 'A file to make, and its duration.' });

/**
 * Parses a request to generate a file. If it is not valid, returns all problems in document order.
 *
 * @param input any JSON value.
 */
export function parseGeneration(input: unknown): Result<PromptedFile, Problem> {
  if (!isObject(input)) {
    const problem = createProblem([], 'wrong_type', '', jsonTypeOf(input));
    return fail([{ ...problem, message: 'The body must be a JSON object.' }]);
  }
  const parsed = GenerationBody.safeParse(input, { error: describeIssue, reportInput: true });
  const form = (parsed.error?.issues ?? []).flatMap((issue) => problemsFromIssue(issue));
  if (!parsed.success) return fail(sortByDocument(form, input).slice(0, MAX_PROBLEMS));
  const { asset, length: seconds } = parsed.data;
  const found = [...checkPrompted(asset, ['asset']), ...checkStart(asset)];
  if (found.length > 0) return fail(sortByDocument(found, input).slice(0, MAX_PROBLEMS));
  return ok({ ...asset, seconds });
}

function checkStart({ options = {} }: z.infer<typeof GenerationAsset>): Problem[] {
  return START_OPTIONS.flatMap((name) => {
    const url = options[name];
    if (typeof url !== 'string' || url.trim() === '' || isHttpUrl(url)) return [];
    const phrase = 'must be a URL that starts with http:// or https://';
    return [createProblem(['asset', 'options', name], 'wrong_form', phrase)];
  });
}
