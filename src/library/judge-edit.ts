import { findEditWarnings } from '../render/find-edit-warnings.ts';
import type { EditVerdict, LibraryEditOptions } from './calls.ts';
import { checkOptions, EDIT_RULES } from './check-options.ts';
import { parseValue } from './load-value.ts';

/** Checks an edit. See `validate` of the library. */
export async function judgeEdit(edit: unknown, options: unknown): Promise<EditVerdict> {
  const { folder, signal, dialect } = await checkOptions<LibraryEditOptions>(options, EDIT_RULES);
  const read = parseValue(edit, dialect);
  if (read.ok) {
    const warnings = await findEditWarnings(read.value, { folder, signal });
    return { problems: [], warnings };
  }
  const problems = read.problems.map(({ message, code, field, pointer, path }) => ({
    message,
    code,
    field,
    pointer,
    path,
  }));
  return { problems, warnings: [] };
}
