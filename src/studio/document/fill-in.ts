import { kindOfFile } from '../media/media-kind.ts';
import type { DraftEdit } from './edit-text.ts';

/** The values of placeholders by their names. */
export type FieldValues = Readonly<Record<string, string>>;

/** Returns the values that a template itself has for its placeholders. */
export function readValues({ merge = [] }: DraftEdit): FieldValues {
  return Object.fromEntries(
    merge.map(({ find, replace }) => [find, typeof replace === 'string' ? replace : JSON.stringify(replace)]),
  );
}

/** Returns a template with other values. Placeholders without a value keep theirs. */
export function fillIn(template: DraftEdit, values: FieldValues): DraftEdit {
  if (!template.merge) return template;
  const merge = template.merge.map(({ find, replace, ...field }) => ({
    ...field,
    find,
    replace: Object.hasOwn(values, find) ? readLike(replace, values[find] ?? '') : replace,
  }));
  return { ...template, merge };
}

/**
 * Reads a written value as the kind of the value that it replaces: a number stays a number, and the address of a
 * file becomes an asset if an asset was there.
 */
function readLike(before: unknown, written: string): unknown {
  if (typeof before === 'string') return written;
  try {
    return JSON.parse(written) as unknown;
  } catch {
    // Not JSON: it is a text.
    return isAsset(before) ? { type: typeOf(written), src: written } : written;
  }
}

/** Returns the type of asset that a file is for, by the end of its address. */
function typeOf(address: string): string {
  const kind = kindOfFile(address);
  if (kind === 'video') return 'video';
  return kind === 'sound' ? 'audio' : 'image';
}

function isAsset(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value;
}
