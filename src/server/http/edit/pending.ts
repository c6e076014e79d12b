import { ok, problems, type Result } from '../../../base/result.ts';
import { type Path, problemAt, type Problem } from '../../../edit/index.ts';

/** Stands in until `src/edit` merges. */
export function mergeEdit(input: unknown): unknown {
  return input;
}

/** Stands in until `src/edit` knows templates. */
export function parseTemplate(input: unknown, before: Path): Result<unknown, Problem> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return ok(input);
  return problems([problemAt(before, 'wrong_type', 'must be an edit')]);
}
