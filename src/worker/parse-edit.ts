import type { Result } from '../base/result.ts';
import { type Dialect, type ParsedEdit, parseEdit, type Problem } from '../edit/index.ts';

/** An edit as it was stored. */
export interface StoredEditText {
  /** The edit as JSON. */
  readonly text: string;
  readonly dialect: Dialect;
}

/** Parses a stored edit. A default export, so that a worker thread can run it, too. */
export default function parseStoredEdit({ text, dialect }: StoredEditText): Result<ParsedEdit, Problem> {
  return parseEdit(JSON.parse(text), { dialect });
}
