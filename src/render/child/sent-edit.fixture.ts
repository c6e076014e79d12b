import { type Edit, packEdit, toParsedEdit } from '../../edit/index.ts';
import type { SentEdit } from './sent-edit.ts';

/** Returns an edit as a task has it. */
export function sentEdit(edit: Edit): SentEdit {
  return { ...packEdit(toParsedEdit(edit)), replacements: [] };
}
