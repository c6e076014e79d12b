import { resolve } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { fail } from '../base/result.ts';
import type { LoadedEdit } from '../cli/load-edit.ts';
import { DIALECTS, MAX_PROBLEMS, parseEdit } from '../edit/index.ts';
import { loadSettings } from '../main/settings.ts';
import type { LibraryEditOptions } from './calls.ts';
import { findEndless } from './find-endless.ts';

/** Parses the edit of a call in its dialect. Returns its problems instead if it is not valid. */
export function parseValue(edit: unknown, { dialect }: LibraryEditOptions): ReturnType<typeof parseEdit> {
  if (dialect !== undefined) requireOneOf('dialect', dialect, DIALECTS);
  const endless = findEndless(edit);
  if (endless) return fail([endless]);
  return parseEdit(edit, { dialect: dialect ?? loadSettings().dialect });
}

/**
 * Checks an option that has a few values, because programs without types may pass anything.
 *
 * @throws {KinoraError} `validation_failed`.
 */
export function requireOneOf(option: string, value: unknown, values: readonly string[]): void {
  if (values.some((each) => each === value)) return;
  const names = values.map((each) => `"${each}"`).join(' or ');
  const message = `\`${option}\` must be ${names}, not ${JSON.stringify(value)}.`;
  throw new KinoraError('validation_failed', message);
}

/**
 * Returns the absolute folder that the paths of a call start from.
 *
 * @throws {KinoraError} `validation_failed` if it is not a string, because programs without types may pass anything.
 */
export function folderOf({ folder = '.' }: { readonly folder?: unknown }): string {
  if (typeof folder !== 'string') {
    const type = folder === null ? 'null' : `a value of the type ${typeof folder}`;
    throw new KinoraError(
      'validation_failed',
      `\`folder\` must be a string, the path of a folder, not ${type}.`,
    );
  }
  return resolve(folder);
}

/**
 * Loads the edit of a call.
 *
 * @throws {KinoraError} `validation_failed` with a line for each problem.
 */
export function loadValue(edit: unknown, options: LibraryEditOptions): Omit<LoadedEdit, 'document'> {
  const read = parseValue(edit, options);
  if (read.ok) return { parsed: read.value, file: undefined, folder: folderOf(options) };
  const lines = read.problems.map(({ message }) => message);
  if (lines.length === MAX_PROBLEMS) lines.push('There may be more problems.');
  throw new KinoraError('validation_failed', lines.join('\n'));
}
