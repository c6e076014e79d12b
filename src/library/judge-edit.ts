import { findEditWarnings } from '../render/find-edit-warnings.ts';
import type { EditVerdict, LibraryEditOptions } from './calls.ts';
import { folderOf, parseValue } from './load-value.ts';

/** Checks an edit. See `validate` of the library. */
export async function judgeEdit(edit: unknown, options: LibraryEditOptions): Promise<EditVerdict> {
  const { signal = new AbortController().signal } = options;
  const folder = folderOf(options);
  const read = parseValue(edit, options);
  if (read.ok) {
    const warnings = await findEditWarnings(read.value, { folder, signal });
    return { problems: [], warnings };
  }
  const problems = read.problems.map(({ message, code, field, pointer, path }) => ({
    ...{ message, code, field, pointer, path },
  }));
  return { problems, warnings: [] };
}
