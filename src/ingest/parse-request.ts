import type { z } from 'zod';
import { fail, ok, type Result } from '../base/result.ts';
import { createProblem, jsonTypeOf, MAX_PROBLEMS, type Problem } from '../edit/index.ts';
import { sortByDocument } from '../edit/problems/document-order.ts';
import { describeIssue, problemsFromIssue } from '../edit/problems/zod-problems.ts';
import type { IngestOptions, RenditionTransformation, SourceRequest } from './model.ts';
import { RenditionsBody, SourceBody, UploadBody } from './schema.ts';

/**
 * Parses a request to ingest the file at a URL. If it is not valid, returns all problems in document order, at
 * most {@link MAX_PROBLEMS}. Accepts unknown properties.
 *
 * @param input any JSON value.
 */
export function parseSourceRequest(input: unknown): Result<SourceRequest, Problem> {
  const parsed = parseBody(SourceBody, input);
  return parsed.ok ? ok({ url: parsed.value.url, ...toOptions(parsed.value) }) : parsed;
}

/**
 * Parses the options of an upload, in the same way as {@link parseSourceRequest}. No property is required.
 *
 * @param input any JSON value, or `undefined` for a request without a body.
 */
export function parseUploadRequest(input: unknown = {}): Result<IngestOptions, Problem> {
  const parsed = parseBody(UploadBody, input);
  return parsed.ok ? ok(toOptions(parsed.value)) : parsed;
}

/**
 * Parses a request for further renditions of a source, in the same way as {@link parseSourceRequest}.
 *
 * @param input any JSON value.
 */
export function parseRenditionsRequest(input: unknown): Result<readonly RenditionTransformation[], Problem> {
  const parsed = parseBody(RenditionsBody, input);
  return parsed.ok ? ok(parsed.value.renditions) : parsed;
}

function toOptions({ outputs = {}, destinations = [], callback }: z.infer<typeof UploadBody>): IngestOptions {
  const isList = Array.isArray(destinations);
  return {
    outputs,
    destinations: isList ? destinations : [destinations],
    hasSingleDestination: !isList,
    callback,
  };
}

function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Result<z.infer<Schema>, Problem> {
  const type = jsonTypeOf(input);
  if (type !== 'object') {
    // The message of `createProblem` is about an edit.
    const problem = createProblem([], 'wrong_type', '', type);
    return fail([{ ...problem, message: 'The body must be a JSON object.' }]);
  }
  const parsed = schema.safeParse(input, { error: describeIssue, reportInput: true });
  if (parsed.success) return ok(parsed.data);
  const problems = parsed.error.issues.flatMap((issue) => problemsFromIssue(issue));
  return fail(sortByDocument(problems, input).slice(0, MAX_PROBLEMS));
}
