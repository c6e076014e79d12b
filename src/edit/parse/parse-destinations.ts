import { z } from 'zod';
import { ok, fail, type Result } from '../../base/result.ts';
import { describeIssue, problemsFromIssue } from '../problems/zod-problems.ts';
import type { Path, Problem } from '../problems/problem.ts';
import { Destination } from '../schema/destination.ts';
import { listOf } from '../schema/list.ts';

/**
 * Destinations that stand in something else than an edit, out of unknown JSON; or everything that is wrong with them.
 *
 * @param basePath where they stand: the problems' paths begin there.
 */
export function parseDestinations(input: unknown, basePath: Path): Result<Destination[], Problem> {
  const parsed = z.safeParse(listOf(Destination), input, { error: describeIssue, reportInput: true });
  if (parsed.success) return ok(parsed.data);
  return fail(parsed.error.issues.flatMap((issue) => problemsFromIssue(issue, basePath)));
}
