import { ok, type Result } from '../base/result.ts';
import { type Dialect, packEdit, type PackedEdit, parseEdit, type Problem } from '../edit/index.ts';

/** An edit as it was stored. */
export interface StoredEditText {
  /** The edit as JSON. */
  readonly text: string;
  readonly dialect: Dialect;
}

/** Parses and packs a stored edit. A default export, so that a worker thread can run it, too. */
export default function parseStoredEdit({ text, dialect }: StoredEditText): Result<PackedEdit, Problem> {
  const parsed = parseEdit(JSON.parse(text), { dialect });
  return parsed.ok ? ok(packEdit(parsed.value)) : parsed;
}
