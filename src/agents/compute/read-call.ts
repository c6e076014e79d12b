import { z } from 'zod';
import { describeIssue, problemsFromIssue } from '../../edit/problems/zod-problems.ts';
import type { EditJson, Offer } from '../backend.ts';
import { EDIT_FIELDS } from '../edit-fields.ts';
import { listTools } from '../list-tools.ts';
import type { Tool } from '../tool.ts';
import { applyEditChanges } from './apply-edit-changes.ts';
import type { NamedEdit, ReadCall } from './computations.ts';
import { mergeValues } from './merge-values.ts';
import { createError, EDIT_ID, parseEditText, toGivenEdit, writeJson } from './edit-text.ts';

/** The edit that a call of a tool names. */
type EditFields = z.output<z.ZodObject<typeof EDIT_FIELDS>>;

/** Reads the arguments of a call, and makes the edit that they give. See `Computations`. */
export function readCall(
  offer: string,
  tool: string,
  given: string,
  named?: string,
  name = 'The edit',
): ReadCall {
  // The caller itself has written these texts.
  const place = JSON.parse(offer) as Offer;
  const found = listTools(place).find((each) => each.name === tool);
  if (!found) throw createError(`There is no tool "${tool.slice(0, 60)}".`);
  const parsed = parseInput(found, JSON.parse(given));
  if (!('changes' in found.input.shape)) return { input: found.prepare?.(parsed) ?? parsed };
  // The schema of the tool has these fields.
  const { edit, template, merge, changes = [], ...input } = parsed as EditFields & { output?: number };
  const start =
    named === undefined ? findEdit({ edit, template }, place) : { json: parseEditText(named, name) };
  if ('kind' in start) return { input, named: start };
  const json = { ...start.json };
  applyEditChanges(json, changes);
  if (merge) mergeValues(json, merge);
  return { input, edit: toGivenEdit(json, input.output) };
}

/** Parses the arguments of a call. @throws {KinoraError} with a sentence for each problem. */
function parseInput({ name, input }: Tool, given: unknown): Record<string, unknown> {
  const parsed = input.safeParse(given, { error: describeIssue, reportInput: true });
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues
    .flatMap((issue) => problemsFromIssue(issue))
    .map(({ message }) => message);
  throw createError(`The arguments of ${name} are wrong. ${sentences.slice(0, 5).join(' ')}`);
}

/** Returns the edit in the arguments, or the reference to one. */
function findEdit(
  { edit, template }: Pick<EditFields, 'edit' | 'template'>,
  { folder }: Offer,
): NamedEdit | { readonly json: EditJson } {
  if ((edit === undefined) === (template === undefined))
    throw createError('Give either "edit" or "template". An edit is JSON, or the id of an earlier one.');
  if (template !== undefined) return { kind: 'template', name: template };
  // Written and parsed again, which limits the size, the depth and the names.
  if (typeof edit === 'object') return { json: parseEditText(writeJson(edit), 'The edit') };
  const text = edit?.trim() ?? '';
  if (text.startsWith('{')) return { json: parseEditText(text, 'The edit') };
  if (EDIT_ID.test(text)) return { kind: 'held', name: text };
  if (folder !== undefined && /\.json$/i.test(text)) return { kind: 'file', name: text };
  const orFile = folder === undefined ? '' : ', or the path of a .json file';
  throw createError(
    `"edit" must be an edit as JSON, or the id of an earlier one${orFile}, not ${JSON.stringify(text.slice(0, 40))}.`,
  );
}
