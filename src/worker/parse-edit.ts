import type { Result } from '../base/result.ts';
import { type Edit, parseEdit, type Problem } from '../edit/index.ts';

/** Parses a stored edit. A default export, so that a worker thread can run it, too. */
export default function parseStoredEdit(text: string): Result<Edit, Problem> {
  return parseEdit(JSON.parse(text));
}
