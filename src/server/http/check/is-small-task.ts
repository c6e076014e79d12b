import { parseJson } from '../../../base/parse-json.ts';
import { mergesWithin } from '../../../edit/index.ts';
import type { CheckTask } from './run-check.ts';

/**
 * Texts up to this length, in characters, are checked in the calling thread, if their placeholders add no more
 * than that. This takes some 20 ms at most.
 */
const MAX_INLINE_CHARACTERS = 16_000;

/**
 * True if a check is so small that a call to another thread would take as long. The result of a merge
 * counts, too: a text of 20 KB can become an edit of megabytes.
 */
export function isSmallTask(task: CheckTask): boolean {
  const length = task.texts.reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_INLINE_CHARACTERS) return false;
  return mergesWithin(mergedEditOf(task), MAX_INLINE_CHARACTERS);
}

/** Returns the edit that a check merges, as far as its texts are valid. */
function mergedEditOf({ name, texts: [first = '', second = ''] }: CheckTask): unknown {
  if (name !== 'fillTemplate') return parseValid(first);
  const [template, body] = [parseValid(first), parseValid(second)];
  const { merge } = Object(body) as { readonly merge?: unknown };
  return { ...Object(template), ...(merge !== undefined && { merge }) };
}

/** Parses a text. Returns `undefined` if it is not valid: the check then rejects it at once. */
function parseValid(text: string): unknown {
  try {
    return parseJson(text, 'The text');
  } catch {
    return undefined;
  }
}
