import { ok, fail, type Result } from '../../base/result.ts';
import { describeIssue, problemsFromIssues } from '../problems/zod-problems.ts';
import { checkClipCount } from '../check/check-clip-count.ts';
import { checkFontNames } from '../check/check-font-names.ts';
import type { Dialect } from '../dialect.ts';
import { findPlaceholder } from '../merge/placeholder.ts';
import { sortByDocument } from '../problems/document-order.ts';
import { jsonTypeOf, MAX_PROBLEMS, type Path, type Problem } from '../problems/problem.ts';
import { Edit } from '../schema/edit.ts';
import { readTolerantly } from '../tolerance/read-tolerantly.ts';

/**
 * Parses a template: an edit in which placeholders may replace any value, or `{}` for a blank template.
 * Checks only the form and the fonts, and skips values that are or contain a placeholder. The other checks
 * run when the template is rendered and its values are known. Returns at most {@link MAX_PROBLEMS} problems in
 * document order. Skipped values in a list count towards that limit, too. Never throws.
 *
 * @param input any JSON value. It is returned unchanged.
 * @param dialect the dialect that the template is written in.
 * @param basePath path of the template in its document. The paths of the problems start with this path.
 */
export function parseTemplate(
  input: unknown,
  dialect: Dialect = 'interface',
  basePath: readonly string[] = [],
): Result<unknown, Problem> {
  if (isBlank(input)) return ok(input);
  const excess = checkClipCount(input, basePath);
  if (excess.length > 0) return fail(excess);
  const { value } = readTolerantly(input, dialect);
  const { error } = Edit.safeParse(value, { error: describeIssue, reportInput: true });
  const document = basePath.reduceRight<unknown>((part, step) => ({ [step]: part }), input);
  const form = problemsFromIssues(error?.issues ?? [], basePath).filter(
    (problem) => !dependsOnPlaceholder(problem, basePath, document),
  );
  const found = [...form, ...checkFontNames(value, basePath)];
  if (found.length === 0) return ok(input);
  return fail(sortByDocument(found, document).slice(0, MAX_PROBLEMS));
}

function isBlank(input: unknown): boolean {
  return jsonTypeOf(input) === 'object' && Object.keys(Object(input) as object).length === 0;
}

/** True if the problem may disappear when a placeholder is replaced. */
function dependsOnPlaceholder({ path, code }: Problem, basePath: Path, document: unknown): boolean {
  // A replacement cannot fix an unknown property. Placeholders in the merge list are not replaced, and
  // neither is a placeholder in place of the whole edit.
  const part = path[basePath.length];
  if (code === 'unknown_property' || part === undefined || part === 'merge') return false;
  let value = document;
  for (const step of path) {
    value = Object.getOwnPropertyDescriptor(Object(value), step)?.value;
    if (typeof value === 'string') return findPlaceholder(value) !== undefined;
  }
  return false;
}
