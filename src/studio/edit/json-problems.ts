import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { effect } from '@preact/signals';
import { findTextPlace, readFieldName } from '../document/json-places.ts';
import { editCheck, syntaxProblem, text } from './edit-state.ts';

/** Marks of problems beside the lines, and keys to go from one to the next. */
export function jsonProblems(): Extension {
  return [lintGutter(), keymap.of(lintKeymap)];
}

/**
 * Shows the problems of a text in its editor: that it is not JSON, or the problems that the server reports.
 *
 * @returns a function that stops it.
 */
export function followProblems(view: EditorView): () => void {
  return effect(() => {
    const current = text.value;
    const found = syntaxProblem.value ? [describeSyntax(current)] : listDiagnostics(current);
    // The answer of the server is for an earlier text. Until the next one, the marks move with the text.
    if (found === undefined || view.state.doc.toString() !== current) return;
    view.dispatch(setDiagnostics(view.state, found));
  });
}

function describeSyntax(current: string): Diagnostic {
  const { message = '', offset = 0 } = syntaxProblem.value ?? {};
  const from = Math.min(offset, Math.max(0, current.length - 1));
  return { from, to: Math.min(from + 1, current.length), severity: 'error', message };
}

function listDiagnostics(current: string): Diagnostic[] | undefined {
  const { text: checked, problems, warnings } = editCheck.value;
  if (checked !== current) return undefined;
  return [
    ...problems.map(({ message, path, field = '' }): Diagnostic => ({
      ...findTextPlace(current, path ?? readFieldName(field)),
      severity: 'error',
      message,
    })),
    ...warnings.map(({ text: message, field }): Diagnostic => ({
      ...findTextPlace(current, readFieldName(field)),
      severity: 'warning',
      message,
    })),
  ];
}
