import type { Dialect } from '../dialect.ts';
import type { Edit } from '../schema/edit.ts';
import type { Warning } from '../warnings/warning.ts';

/** A valid edit with further facts for its reader. */
export interface ParsedEdit {
  readonly edit: Edit;
  /** The rules that the edit was written for. */
  readonly dialect: Dialect;
  /** Warnings about values that were accepted, but not as they are written (contract C46, contract C49). */
  readonly warnings: readonly Warning[];
}

/** Wraps an edit of Kinora's own, which needs no parsing. */
export function toParsedEdit(edit: Edit): ParsedEdit {
  return { edit, dialect: 'interface', warnings: [] };
}
