import { ok, problems, type Result } from '../base/result.ts';
import { phraseOf, problemsOf } from './explain.ts';
import { mergeFields } from './merge/merge.ts';
import { inDocumentOrder, type Problem } from './problem.ts';
import { referenceProblems } from './references.ts';
import { ruleProblems } from './rules.ts';
import { Edit } from './schema/edit.ts';
import { MAX_PROBLEMS } from './schema/list.ts';
import { unsupported } from './support.ts';
import { rangeProblems } from './times/range.ts';

/**
 * An edit out of unknown JSON, with the values of its `merge` list in the place of its placeholders and without that list; or
 * everything that is wrong with it, in the order of the document. At most {@link MAX_PROBLEMS} problems are reported. The form of
 * the edit comes first: only when it is right are the rules between its fields checked, its references, and what is not
 * rendered yet. Never throws, whatever JSON was sent; its depth is for `parseJson` to bound.
 */
export function parseEdit(input: unknown): Result<Edit, Problem> {
  const { edit, problems: merging } = mergeFields(input);
  if (edit === undefined && merging.length > 0) return problems(merging);
  const parsed = Edit.safeParse(edit, { error: phraseOf, reportInput: true });
  const found = parsed.success
    ? [...betweenFields(parsed.data), ...unsupported(parsed.data)]
    : parsed.error.issues.flatMap((issue) => problemsOf(issue));
  if (parsed.success && found.length + merging.length === 0) return ok(parsed.data);
  return problems(inDocumentOrder([...merging, ...found], input).slice(0, MAX_PROBLEMS));
}

function betweenFields(edit: Edit): Problem[] {
  const references = referenceProblems(edit);
  // Times can be told only when no reference is wrong.
  return [...ruleProblems(edit), ...(references.length > 0 ? references : rangeProblems(edit))];
}
