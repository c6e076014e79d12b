import { ok, fail, type Result } from '../../base/result.ts';
import { describeIssue, problemsFromIssue } from '../problems/zod-problems.ts';
import { findPlaceholder } from '../merge/placeholder.ts';
import { sortByDocument } from '../problems/document-order.ts';
import { jsonTypeOf, MAX_PROBLEMS, type Path, type Problem } from '../problems/problem.ts';
import { Edit } from '../schema/edit.ts';

/**
 * A template out of unknown JSON: an edit in which a placeholder may stand for anything, or `{}`, which is a blank one. Only
 * its form is judged, and only where no placeholder stands or stands above; the rest is for the render of the template, when
 * its values are known. At most {@link MAX_PROBLEMS} problems, in the order of the document; placeholders count as well for
 * where the search of a list ends. Never throws, whatever was sent.
 *
 * @param basePath where the template stands in what was sent: the problems' paths begin there.
 */
export function parseTemplate(input: unknown, basePath: Path = []): Result<unknown, Problem> {
  if (isBlank(input)) return ok(input);
  const { error } = Edit.safeParse(input, { error: describeIssue, reportInput: true });
  const document = basePath.reduceRight<unknown>((part, step) => ({ [step]: part }), input);
  const found = (error?.issues ?? [])
    .flatMap((issue) => problemsFromIssue(issue, basePath))
    .filter((problem) => !dependsOnPlaceholder(problem, basePath, document));
  if (found.length === 0) return ok(input);
  return fail(sortByDocument(found, document).slice(0, MAX_PROBLEMS));
}

function isBlank(input: unknown): boolean {
  return jsonTypeOf(input) === 'object' && Object.keys(Object(input) as object).length === 0;
}

/** Whether what is wrong may be right as soon as a placeholder has its value. */
function dependsOnPlaceholder({ path, code }: Problem, basePath: Path, document: unknown): boolean {
  // No value makes a property known, and neither the list of the values nor the whole edit is looked for placeholders.
  const part = path[basePath.length];
  if (code === 'unknown_property' || part === undefined || part === 'merge') return false;
  let value = document;
  for (const step of path) {
    value = Object.getOwnPropertyDescriptor(Object(value), step)?.value;
    if (typeof value === 'string') return findPlaceholder(value) !== undefined;
  }
  return false;
}
