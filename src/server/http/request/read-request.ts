import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import {
  createProblem,
  jsonTypeOf,
  MAX_PROBLEMS,
  type Problem,
  type ProblemCode,
} from '../../../edit/index.ts';
import { describeIssue, problemsFromIssue } from '../../../edit/problems/zod-problems.ts';
import type { DescribedRoute, RouteParameters } from '../openapi/operation.ts';
import { InvalidRequest, rejectProblems } from '../response/errors.ts';

/** The values in the path and the query of a request. */
type ParametersOf<Parameters extends RouteParameters> = (Parameters['path'] extends z.ZodObject
  ? z.output<Parameters['path']>
  : unknown) &
  (Parameters['query'] extends z.ZodObject ? z.output<Parameters['query']> : unknown);

/**
 * Reads the path and the query of a request by the schemas in the description of its route.
 *
 * @throws {InvalidRequest} with the first invalid parameter.
 */
export function readParameters<Parameters extends RouteParameters>(
  { config: { operation } }: DescribedRoute<Parameters>,
  { params, query }: FastifyRequest,
): ParametersOf<Parameters> {
  const { path, query: known } = operation.requestParams ?? {};
  const values = { ...(path && readTexts(path, params)), ...(known && readTexts(known, query)) };
  // They come from the schemas of the type.
  return values as ParametersOf<Parameters>;
}

/**
 * Reads texts of a path, a query or headers by their schema.
 *
 * @throws {InvalidRequest} with the first invalid text.
 */
export function readTexts<Schema extends z.ZodObject>(schema: Schema, texts: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(texts, { reportInput: true });
  const [issue] = error?.issues ?? [];
  if (issue !== undefined)
    throw new InvalidRequest([createProblem(issue.path.map(String), codeOf(issue), issue.message)]);
  // Without an issue, there are data.
  return data as z.output<Schema>;
}

function codeOf(issue: z.core.$ZodIssue): ProblemCode {
  const { code, input } = issue;
  if (input === undefined) return 'required';
  if (code === 'too_small' || code === 'too_big') return 'out_of_range';
  if (code === 'invalid_value') return 'not_allowed';
  // Rules that need another code name it.
  return (code === 'custom' && (issue.params?.['code'] as ProblemCode)) || 'wrong_form';
}

/**
 * Reads a body by its schema. Returns its value, or the problems of its properties.
 *
 * @throws {KinoraError} `validation_failed` if the body is not an object or has an unknown property.
 */
export function parseRequestBody<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
): Result<z.output<Schema>, Problem> {
  const names = Object.keys(schema.shape).join(', ');
  if (jsonTypeOf(body) !== 'object')
    throw new KinoraError('validation_failed', `The body must be an object with the properties ${names}.`);
  const parsed = schema.safeParse(body, { error: describeIssue, reportInput: true });
  if (parsed.success) return ok(parsed.data);
  const { issues } = parsed.error;
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  const values = body as Readonly<Record<string, unknown>>;
  const phrase = `is not a known property. The properties here are ${names}`;
  rejectProblems(
    unknown
      .slice(0, MAX_PROBLEMS)
      .map((key) => createProblem([key], 'unknown_property', phrase, jsonTypeOf(values[key]))),
  );
  return fail(Object.values(Object.groupBy(issues, ({ path }) => String(path[0]))).flatMap(toProblems));
}

/** Returns the problems of a property: those inside of it, or the first rule that it breaks. */
function toProblems([issue, ...others]: z.core.$ZodIssue[] = []): Problem[] {
  if (issue === undefined) return [];
  const { path, code, input, message } = issue;
  if (path.length > 1) return [issue, ...others].flatMap((each) => problemsFromIssue(each));
  const hasWrongType = code === 'invalid_type' || (code === 'invalid_value' && typeof input !== 'string');
  const problem = input !== undefined && hasWrongType ? 'wrong_type' : codeOf(issue);
  return [createProblem(path.map(String), problem, message, jsonTypeOf(input))];
}

/**
 * Returns the parameter that makes the rules for a text in a body say what the text must be.
 */
export function mustBeText(requirement: string) {
  const error = ({ input }: { readonly input?: unknown }): string =>
    `${input === undefined ? 'is required:' : 'must be'} ${requirement}`;
  return { error };
}

/** Returns the parameter that makes the schema of a choice list all that it may be. */
export function oneOf(choices: readonly string[]) {
  return { error: `must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}` };
}

/** The parameter that makes a rule for a length report the right code. */
export const OUT_OF_RANGE = { params: { code: 'out_of_range' satisfies ProblemCode } };
