import { MAX_JSON_DEPTH } from '../base/parse-json.ts';
import { createProblem, type Path, type Problem } from '../edit/index.ts';

/**
 * Finds the first value of an edit that no JSON can have: one that contains itself, or is nested too deeply. The
 * parser of edits relies on this check.
 */
export function findEndless(edit: unknown): Problem | undefined {
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
