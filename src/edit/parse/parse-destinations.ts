import { z } from 'zod';
import { ok, fail, type Result } from '../../base/result.ts';
import { describeIssue, problemsFromIssue } from '../problems/zod-problems.ts';
import type { Path, Problem } from '../problems/problem.ts';
import { Destination } from '../schema/destination.ts';
import { listOf } from '../schema/list.ts';

/**
 * Parses a list of destinations outside of an edit. Returns the destinations or all problems.
 *
 * @param input any JSON value.
 * @param basePath path of the list in its document. The paths of the problems start with this path.
 */
export function parseDestinations(input: unknown, basePath: Path): Result<Destination[], Problem> {
  const parsed = z.safeParse(listOf(Destination), input, { error: describeIssue, reportInput: true });
  if (parsed.success) return ok(parsed.data);
  return fail(parsed.error.issues.flatMap((issue) => problemsFromIssue(issue, basePath)));
}
