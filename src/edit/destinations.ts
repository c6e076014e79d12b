import { z } from 'zod';
import { ok, problems, type Result } from '../base/result.ts';
import { phraseOf, problemsOf } from './explain.ts';
import type { Path, Problem } from './problem.ts';
import { Destination } from './schema/destination.ts';
import { listOf } from './schema/list.ts';

/**
 * Destinations that stand in something else than an edit, out of unknown JSON; or everything that is wrong with them.
 *
 * @param at where they stand: the problems' paths begin there.
 */
export function parseDestinations(input: unknown, at: Path): Result<Destination[], Problem> {
  const parsed = z.safeParse(listOf(Destination), input, { error: phraseOf, reportInput: true });
  if (parsed.success) return ok(parsed.data);
  return problems(parsed.error.issues.flatMap((issue) => problemsOf(issue, at)));
}
