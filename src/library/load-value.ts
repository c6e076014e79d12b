import { KinoraError } from '../base/errors.ts';
import { fail } from '../base/result.ts';
import type { LoadedEdit } from '../cli/load-edit.ts';
import { type Dialect, MAX_PROBLEMS, parseEdit } from '../edit/index.ts';
import { loadSettings } from '../main/settings.ts';
import { findEndless } from './find-endless.ts';

/** Parses the edit of a call in its dialect. Returns its problems instead if it is not valid. */
export function parseValue(edit: unknown, dialect: Dialect | undefined): ReturnType<typeof parseEdit> {
  const endless = findEndless(edit);
  if (endless) return fail([endless]);
  return parseEdit(edit, { dialect: dialect ?? loadSettings().dialect });
}

/**
 * Loads the edit of a call.
 *
 * @throws {KinoraError} `validation_failed` with a line for each problem.
 */
export function loadValue(
  edit: unknown,
  { dialect, folder }: { readonly dialect?: Dialect | undefined; readonly folder: string },
): Omit<LoadedEdit, 'document'> {
  const read = parseValue(edit, dialect);
  if (read.ok) return { parsed: read.value, file: undefined, folder };
  const lines = read.problems.map(({ message }) => message);
  if (lines.length === MAX_PROBLEMS) lines.push('There may be more problems.');
  throw new KinoraError('validation_failed', lines.join('\n'));
}
