import { join } from 'node:path';
import { Piscina } from 'piscina';
import { KinoraError } from '../base/errors.ts';
import type { Result } from '../base/result.ts';
import type { Edit, Problem } from '../edit/index.ts';
import parseStoredEdit from './parse-edit.ts';

/** Longer edits, in characters, are parsed in a thread: a server in this process must not stand still for them. */
const MAX_INLINE_LENGTH = 50_000;

/**
 * Reads the edit of a render, which was valid when it was accepted, but perhaps by another version.
 *
 * @param signal Ends the reading of a large one.
 * @throws {KinoraError} `validation_failed` with the first thing that is wrong.
 */
export async function readEdit(text: string, signal: AbortSignal): Promise<Edit> {
  const parsed = text.length <= MAX_INLINE_LENGTH ? parseStoredEdit(text) : await parseInThread(text, signal);
  if (parsed.ok) return parsed.value;
  const first = parsed.problems[0];
  throw new KinoraError('validation_failed', first?.message ?? 'The edit is not valid.');
}

/** A thread for one edit: large ones are rare, and their renders take far longer than its start. */
async function parseInThread(text: string, signal: AbortSignal): Promise<Result<Edit, Problem>> {
  const filename = join(import.meta.dirname, 'parse-edit.ts');
  const thread = new Piscina<string, Result<Edit, Problem>>({ filename, maxThreads: 1 });
  try {
    return await thread.run(text, { signal });
  } finally {
    await thread.destroy();
  }
}
