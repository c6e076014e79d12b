import { ok, fail, type Result } from '../../base/result.ts';
import { describeIssue, problemsFromIssue } from '../problems/zod-problems.ts';
import { applyMergeFields } from '../merge/merge.ts';
import { sortByDocument } from '../problems/document-order.ts';
import { MAX_PROBLEMS, type Problem } from '../problems/problem.ts';
import { checkReferences } from '../check/check-references.ts';
import { extractWellFormedParts, type WellFormedParts } from '../check/well-formed-parts.ts';
import { checkFieldRules } from '../check/check-field-rules.ts';
import { Edit } from '../schema/edit.ts';
import { checkSources, type AllowedSources } from '../check/check-sources.ts';
import { checkSupport } from '../check/check-support.ts';
import { checkRange } from '../output/output-range.ts';
import { checkTimeline } from '../check/check-timeline.ts';

/**
 * An edit out of unknown JSON, with the values of its `merge` list in the place of its placeholders and without that list; or
 * everything that is wrong with it, in the order of the document: its form, the rules between its fields, its references, its
 * sources, and what is not rendered yet. Where the form is wrong, all the rest is said of the parts whose form is right. At most
 * {@link MAX_PROBLEMS} problems are reported. Never throws, whatever JSON was sent; its depth is for `parseJson` to bound.
 *
 * @param allowedSources where sources may come from.
 */
export function parseEdit(
  input: unknown,
  allowedSources: AllowedSources = 'anywhere',
): Result<Edit, Problem> {
  const { edit, problems: merging } = applyMergeFields(input);
  if (edit === undefined && merging.length > 0) return fail(merging);
  const parsed = Edit.safeParse(edit, { error: describeIssue, reportInput: true });
  const form = parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsFromIssue(issue));
  // A list with so many problems was not read to its end.
  const others =
    form.length >= MAX_PROBLEMS ? [] : checkBeyondForm(extractWellFormedParts(edit, form), allowedSources);
  const found = [...merging, ...form, ...others];
  if (parsed.success && found.length === 0) return ok(parsed.data);
  return fail(sortByDocument(found, input).slice(0, MAX_PROBLEMS));
}

function checkBeyondForm(parts: WellFormedParts, allowedSources: AllowedSources): Problem[] {
  const { edit, clips, output, isPossibleAlias: mayBeNamed } = parts;
  const references = checkReferences(clips, mayBeNamed);
  // Times can be told only when all clips are known and no reference is wrong.
  const timed = mayBeNamed === undefined && references.length === 0 && clips.length > 0;
  return [
    ...checkFieldRules(edit, clips),
    ...references,
    ...(timed ? checkTimeline(parts) : output ? checkRange(output, undefined) : []),
    ...checkSources(edit, clips, allowedSources),
    ...checkSupport(clips),
  ];
}
