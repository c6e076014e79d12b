import type { KinoraError } from '../../base/errors.ts';
import { listPlaceholders } from '../../edit/index.ts';
import { findNearest } from '../../edit/problems/find-nearest.ts';
import type { EditJson } from '../backend.ts';
import { createError } from './edit-text.ts';

/** Sets values of merge fields. @throws {KinoraError} if the edit has no such placeholder. */
export function mergeValues(edit: Record<string, unknown>, values: Readonly<Record<string, unknown>>): void {
  const fields = listMergeFields(edit);
  // The first field of a name counts.
  const known = new Map(fields.toReversed().map((field) => [field.find, field]));
  const names = new Set([...fields.map(({ find }) => find), ...listPlaceholders(JSON.stringify(edit))]);
  for (const [find, replace] of Object.entries(values)) {
    if (!names.has(find)) throw createUnknownFieldError(find, [...names]);
    const field = known.get(find);
    if (field) field.replace = replace;
    else fields.push({ find, replace });
  }
  edit['merge'] = fields;
}

/** Returns the entries of the merge list of an edit that have a name. */
export function listMergeFields({ merge }: EditJson): { find: string; replace: unknown }[] {
  const entries = Array.isArray(merge) ? (merge as unknown[]) : [];
  return entries.flatMap((entry) => {
    const { find, replace } = Object(entry) as { find?: unknown; replace?: unknown };
    return typeof find === 'string' ? [{ find, replace }] : [];
  });
}

function createUnknownFieldError(name: string, names: readonly string[]): KinoraError {
  const nearest = findNearest(name, names);
  const hint =
    nearest === undefined
      ? `It has ${names.slice(0, 40).join(', ') || 'no merge fields'}.`
      : `Did you mean ${nearest}?`;
  return createError(`The edit has no merge field ${JSON.stringify(name.slice(0, 60))}. ${hint}`);
}
