import { KinoraError } from '../base/errors.ts';
import { MAX_JSON_DEPTH } from '../base/parse-json.ts';
import { fail } from '../base/result.ts';
import {
  type Dialect,
  MAX_PROBLEMS,
  parseEdit,
  createProblem,
  type Path,
  type Problem,
} from '../edit/index.ts';
import { loadSettings } from '../main/settings.ts';
import type { PlacedEdit } from '../render/output-paths.ts';

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
): PlacedEdit {
  const read = parseValue(edit, dialect);
  if (read.ok) return { parsed: read.value, file: undefined, folder };
  const lines = read.problems.map(({ message }) => message);
  if (lines.length === MAX_PROBLEMS) lines.push('There may be more problems.');
  throw new KinoraError('validation_failed', lines.join('\n'));
}

/**
 * Finds the first value of an edit that no JSON can have: one that contains itself, or is nested too deeply. The
 * parser of edits relies on this check.
 */
function findEndless(edit: unknown): Problem | undefined {
  return findBelow(edit, [], new Set());
}

function findBelow(value: unknown, path: Path, ancestors: Set<unknown>): Problem | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const type = Array.isArray(value) ? 'array' : 'object';
  if (ancestors.has(value))
    return createProblem(path, 'circular', 'contains itself: remove it, or give a copy', type);
  if (path.length >= MAX_JSON_DEPTH) {
    const phrase = `is nested too deeply: lists and objects can be nested at most ${MAX_JSON_DEPTH} deep`;
    return createProblem(path, 'wrong_form', phrase, type);
  }
  ancestors.add(value);
  for (const [key, each] of Object.entries(value)) {
    const found = findBelow(each, [...path, Array.isArray(value) ? Number(key) : key], ancestors);
    if (found) return found;
  }
  ancestors.delete(value);
  return undefined;
}
