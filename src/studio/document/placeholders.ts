import type { MergeField, PlaceholderField } from '../../client/index.ts';
import { substitute } from '../../edit/merge/substitute.ts';
import { readAt } from '../schema/walk-schema.ts';
import type { Change, DraftEdit, JsonPath } from './edit-text.ts';

/** A placeholder with its value, and how a form asks for it. */
export interface MarkedValue {
  readonly value: unknown;
  readonly field: PlaceholderField;
}

/** Returns the name of the placeholder that a value is. Undefined for all other values. */
export function nameOfPlaceholder(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('{{') || !value.endsWith('}}')) return undefined;
  const name = value.slice(2, -2).trim();
  return name === '' || /[{}]/.test(name) ? undefined : name;
}

/** Returns a part of an edit with the values of its placeholders. */
export function fillPlaceholders<Part extends object>(
  part: Part,
  { merge = [] }: { readonly merge?: DraftEdit['merge'] | undefined },
): Part {
  const filled = substitute(part, new Map(merge.map(({ find, replace }) => [find, replace])));
  return 'value' in filled ? (filled.value as Part) : part;
}

/** Finds a placeholder with a value by its name. */
export function findMergeField({ merge = [] }: DraftEdit, name: string): MergeField | undefined {
  return merge.find(({ find }) => find.trim() === name);
}

/** Puts a new placeholder in the place of a value. The form of the template has it last. */
export function markValue(edit: DraftEdit, path: JsonPath, { value, field }: MarkedValue): Change[] {
  const { merge = [] } = edit;
  const find = createName(String(field.label ?? path.at(-1)), merge);
  const entry: MergeField = { find, replace: value, field };
  return [
    { path, value: `{{ ${find} }}` },
    edit.merge
      ? { path: ['merge', merge.length], value: entry, inserts: true }
      : { path: ['merge'], value: [entry] },
  ];
}

/** Returns a name of capital letters, as templates have them, that no other placeholder has. */
function createName(label: string, merge: readonly MergeField[]): string {
  const words = label
    .normalize('NFKD')
    .toUpperCase()
    .match(/[A-Z0-9]+/g) ?? ['VALUE'];
  const name = words.join('_');
  const used = new Set(merge.map(({ find }) => find.trim()));
  for (let number = 2; ; number++) {
    const next = used.has(name) ? `${name}_${number}` : name;
    if (!used.has(next)) return next;
  }
}

/** Changes the default of a placeholder, and how a form asks for it. */
export function changePlaceholder(edit: DraftEdit, name: string, { value, field }: MarkedValue): Change[] {
  const index = indexOf(edit, name);
  if (index === -1) return [];
  return [
    { path: ['merge', index, 'replace'], value },
    { path: ['merge', index, 'field'], value: field },
  ];
}

/** Moves a placeholder up or down in the form. @param by the number of places, below 0 for up. */
export function movePlaceholder(edit: DraftEdit, name: string, by: number): Change[] {
  const { merge = [] } = edit;
  const index = indexOf(edit, name);
  const entry = merge[index];
  const target = index + by;
  if (!entry || target < 0 || target >= merge.length) return [];
  return [
    { path: ['merge', index], value: undefined },
    { path: ['merge', target], value: entry, inserts: true },
  ];
}

/** Puts the value of a placeholder back in all places, and removes it from the form. */
export function unmarkValue(edit: DraftEdit, name: string): Change[] {
  const { merge = [], ...rest } = edit;
  const index = indexOf(edit, name);
  const value = merge[index]?.replace;
  if (index === -1) return [];
  return [
    ...findTexts(rest, []).flatMap(({ path, text }): Change[] => {
      if (nameOfPlaceholder(text) === name) return [{ path, value }];
      const next = replaceWithin(text, name, value);
      return next === text ? [] : [{ path, value: next }];
    }),
    { path: merge.length === 1 ? ['merge'] : ['merge', index], value: undefined },
  ];
}

/** Replaces a placeholder within a longer text. */
function replaceWithin(text: string, name: string, value: unknown): string {
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return text
    .split('{{')
    .map((part, index) => {
      const end = part.indexOf('}}');
      if (index === 0 || end === -1 || part.slice(0, end).trim() !== name)
        return index === 0 ? part : `{{${part}`;
      return written + part.slice(end + 2);
    })
    .join('');
}

function indexOf({ merge = [] }: DraftEdit, name: string): number {
  return merge.findIndex(({ find }) => find.trim() === name);
}

/** Lists all texts within a value with their places. */
function findTexts(value: unknown, path: JsonPath): { readonly path: JsonPath; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return steps.flatMap((step) => findTexts(readAt(value, [step]), [...path, step]));
}
