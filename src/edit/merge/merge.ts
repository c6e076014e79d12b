import { parseNumber } from '../../base/parse-number.ts';
import { nodeOfOption } from '../models/option-node.ts';
import { readPart } from '../problems/json-parts.ts';
import { createProblem, formatPath, jsonTypeOf, type Path, type Problem } from '../problems/problem.ts';
import { describeIssue, problemsFromIssue } from '../problems/zod-problems.ts';
import { MergeField, Edit } from '../schema/edit.ts';
import { listOf } from '../schema/list.ts';
import { SchemaNode } from '../schema/schema-node.ts';
import { substitute, type MergedScalar } from './substitute.ts';

/** An edit whose placeholders were replaced. */
export interface MergeResult {
  /** The edit without its `merge` list. Undefined if the merged edit would be too large. */
  readonly edit: unknown;
  /** Problems of the `merge` list. */
  readonly problems: readonly Problem[];
}

/**
 * Replaces the placeholders of an edit with the values of its `merge` list and removes that list. Converts
 * merged strings to numbers, and numbers or booleans to strings, where the schema requires it (contract C10).
 * Returns the input unchanged if it cannot be merged. Never throws.
 *
 * @param input any JSON value.
 */
export function mergeEdit(input: unknown): unknown {
  return applyMergeFields(input).edit ?? input;
}

/** Works like {@link mergeEdit}, and reports the problems of the `merge` list. */
export function applyMergeFields(input: unknown): MergeResult {
  if (!hasMergeList(input)) return { edit: input, problems: [] };
  const { merge, ...edit } = input;
  const problems = checkMergeList(merge);
  const values = replacementsOf(merge);
  const merged = values.size === 0 ? { value: edit, scalars: [] } : substitute(edit, values);
  if ('exceededAt' in merged)
    return { edit: undefined, problems: [...problems, createExcessProblem(merged.exceededAt)] };
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

/**
 * Returns the replacements by placeholder name. If two merge fields have the same name, the first field wins:
 * applied in order, the second field would find no placeholder left.
 */
function replacementsOf(merge: unknown): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const field of Array.isArray(merge) ? (merge as unknown[]) : []) {
    const { find, replace } = Object(field) as Partial<MergeField>;
    const name = typeof find === 'string' ? find.trim() : '';
    if (name !== '' && replace !== undefined && !values.has(name)) values.set(name, replace);
  }
  return values;
}

function createExcessProblem(path: Path): Problem {
  const phrase = `would add more than 10 MB to the edit: the limit is exceeded at ${formatPath(path)}. Use shorter values or fewer placeholders`;
  return createProblem(['merge'], 'out_of_range', phrase, 'array');
}

/**
 * Returns true if merging adds at most this many characters to an edit. Stops as soon as there are more. Never
 * throws.
 *
 * @param input any JSON value.
 */
export function mergesWithin(input: unknown, characters: number): boolean {
  if (!hasMergeList(input)) return true;
  const { merge, ...edit } = input;
  const values = replacementsOf(merge);
  return values.size === 0 || !('exceededAt' in substitute(edit, values, characters));
}

/**
 * Converts merged values to the type that the schema requires (contract C10): a string that holds a number to
 * that number, and a number or boolean to a string. Keeps a value unchanged if the schema already accepts it.
 *
 * @param edit the merged edit. Its values are replaced in place.
 */
function convertScalars(edit: unknown, scalars: readonly MergedScalar[]): void {
  const root = new SchemaNode(Edit);
  for (const { path, value } of scalars) {
    const other = typeof value === 'string' ? parseNumber(value) : String(value);
    const node = nodeOfOption(path, edit) ?? root.find(path, edit);
    if (other === undefined || node?.prefers(other, value) !== true) continue;
    // The lists and objects around a merged value are copies of those that were given.
    const holder = path.slice(0, -1).reduce(readPart, edit) as object;
    Object.defineProperty(holder, path.at(-1) ?? '', { value: other });
  }
}
