import { Piscina } from 'piscina';
import { KinoraError } from '../base/errors.ts';
import type { Result } from '../base/result.ts';
import { mergesWithin, type PackedEdit, type Problem } from '../edit/index.ts';
import parseStoredEdit, { type StoredEditText } from './parse-edit.ts';

/**
 * Edits with more characters are parsed in a thread, so that they do not block a server in this process. The
 * characters that their placeholders add count, too.
 */
const MAX_INLINE_LENGTH = 16_000;

/**
 * Parses the edit of a render. The edit was valid when it was accepted, but possibly by another version of
 * Kinora.
 *
 * @param signal Ends the parsing of a large edit.
 * @throws {KinoraError} `validation_failed` with the first problem.
 */
export async function readEdit(stored: StoredEditText, signal: AbortSignal): Promise<PackedEdit> {
  const parsed = isShort(stored) ? parseStoredEdit(stored) : await parseInThread(stored, signal);
  if (parsed.ok) return parsed.value;
  const first = parsed.problems[0];
  throw new KinoraError('validation_failed', first?.message ?? 'The edit is not valid.');
}

function isShort({ text }: StoredEditText): boolean {
  return text.length <= MAX_INLINE_LENGTH && mergesWithin(JSON.parse(text), MAX_INLINE_LENGTH);
}

/**
 * Parses an edit in a separate thread. Large edits are rare, and their renders take far longer than the
 * start of a thread.
 */
async function parseInThread(
  stored: StoredEditText,
  signal: AbortSignal,
): Promise<Result<PackedEdit, Problem>> {
  const filename = new URL('./parse-edit.ts', import.meta.url).href;
  const thread = new Piscina<StoredEditText, Result<PackedEdit, Problem>>({ filename, maxThreads: 1 });
  try {
    return await thread.run(stored, { signal });
  } finally {
    await thread.destroy();
  }
}
