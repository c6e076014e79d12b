import { ok, problems, type Result } from '../base/result.ts';
import { phraseOf, problemsOf } from './explain.ts';
import { mergeFields } from './merge/merge.ts';
import { inDocumentOrder, MAX_PROBLEMS, type Problem } from './problem.ts';
import { referenceProblems } from './references.ts';
import { rightParts, type RightParts } from './right-parts.ts';
import { ruleProblems } from './rules.ts';
import { Edit } from './schema/edit.ts';
import { sourceProblems, type SourcesFrom } from './sources.ts';
import { unsupported } from './support.ts';
import { rangeProblems } from './times/range.ts';
import { timelineProblems } from './times/timeline.ts';

/**
 * An edit out of unknown JSON, with the values of its `merge` list in the place of its placeholders and without that list; or
 * everything that is wrong with it, in the order of the document: its form, the rules between its fields, its references, its
 * sources, and what is not rendered yet. Where the form is wrong, all the rest is said of the parts whose form is right. At most
 * {@link MAX_PROBLEMS} problems are reported. Never throws, whatever JSON was sent; its depth is for `parseJson` to bound.
 *
 * @param from where sources may come from.
 */
export function parseEdit(input: unknown, from: SourcesFrom = 'anywhere'): Result<Edit, Problem> {
  const { edit, problems: merging } = mergeFields(input);
  if (edit === undefined && merging.length > 0) return problems(merging);
  const parsed = Edit.safeParse(edit, { error: phraseOf, reportInput: true });
  const form = parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsOf(issue));
  // A list with so many problems was not read to its end.
  const others = form.length >= MAX_PROBLEMS ? [] : beyondForm(rightParts(edit, form), from);
  const found = [...merging, ...form, ...others];
  if (parsed.success && found.length === 0) return ok(parsed.data);
  return problems(inDocumentOrder(found, input).slice(0, MAX_PROBLEMS));
}

function beyondForm(parts: RightParts, from: SourcesFrom): Problem[] {
  const { edit, places, output, mayBeNamed } = parts;
  const references = referenceProblems(places, mayBeNamed);
  // Times can be told only when all clips are known and no reference is wrong.
  const timed = mayBeNamed === undefined && references.length === 0 && places.length > 0;
  return [
    ...ruleProblems(edit, places),
    ...references,
    ...(timed ? timelineProblems(parts) : output ? rangeProblems(output, undefined) : []),
    ...sourceProblems(edit, places, from),
    ...unsupported(places),
  ];
}
