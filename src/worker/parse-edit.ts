import type { Result } from '../base/result.ts';
import { type Edit, parseEdit, type Problem } from '../edit/index.ts';

/** Parses a stored edit; the default export of this file, so that a thread can do it as well. */
export default function parseStoredEdit(text: string): Result<Edit, Problem> {
  return parseEdit(JSON.parse(text));
}
