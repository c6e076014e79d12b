import { describeIssue, problemsFromIssue } from '../problems/zod-problems.ts';
import { jsonTypeOf, createProblem, type Problem } from '../problems/problem.ts';
import { MergeField } from '../schema/edit.ts';
import { listOf } from '../schema/list.ts';
import { convertScalars } from './scalars.ts';
import { substitute } from './substitute.ts';

/** An edit after its placeholders were replaced. */
export interface MergeResult {
  /** The edit without its `merge`; undefined when it would become too large. */
  readonly edit: unknown;
  /** What is wrong with `merge`. */
  readonly problems: readonly Problem[];
}

/**
 * An edit with the values of its `merge` list in the place of its placeholders, as it is rendered: without that list, with
 * numbers where numbers are wanted and their texts were merged (contract C10), and the other way round. What cannot be merged stays as it is. Never
 * throws, whatever was sent.
 */
export function mergeEdit(input: unknown): unknown {
  return applyMergeFields(input).edit ?? input;
}

/** As {@link mergeEdit}, with what is wrong with the `merge` list. */
export function applyMergeFields(input: unknown): MergeResult {
  if (!hasMergeList(input)) return { edit: input, problems: [] };
  const { merge, ...edit } = input;
  const problems = checkMergeList(merge);
  const values = replacementsOf(merge);
  const merged = values.size === 0 ? { value: edit, scalars: [] } : substitute(edit, values);
  if (merged === undefined) return { edit: undefined, problems: [...problems, TOO_MUCH_MERGED] };
  convertScalars(merged.value, merged.scalars);
  return { edit: merged.value, problems };
}

function hasMergeList(input: unknown): input is Record<string, unknown> {
  return jsonTypeOf(input) === 'object' && Object.hasOwn(Object(input) as object, 'merge');
}

const MergeList = listOf(MergeField);

function checkMergeList(merge: unknown): Problem[] {
  const { error } = MergeList.safeParse(merge, { error: describeIssue, reportInput: true });
  return error?.issues.flatMap((issue) => problemsFromIssue(issue, ['merge'])) ?? [];
}

/** The replacements by what they replace. Of two for one placeholder the first counts, as it would one after the other. */
function replacementsOf(merge: unknown): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const field of Array.isArray(merge) ? (merge as unknown[]) : []) {
    const { find, replace } = Object(field) as Partial<MergeField>;
    const name = typeof find === 'string' ? find.trim() : '';
    if (name !== '' && replace !== undefined && !values.has(name)) values.set(name, replace);
  }
  return values;
}

const TOO_MUCH_MERGED = createProblem(
  ['merge'],
  'out_of_range',
  'would put more than 10 MB into the edit; give shorter values, or use them in fewer places',
  'array',
);
