import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { explainJson, type FieldHelp, type Proposal, proposeJson } from '../schema/complete-json.ts';
import { editSchema } from '../inspector/schema-state.ts';

/** Returns the help of the editor from the schema: the possible values, and the meaning of a field. */
export function jsonHelp(): Extension {
  return [autocompletion({ override: [complete], icons: false }), hoverTooltip(explain)];
}

function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const root = editSchema.value;
  if (!root) return null;
  const { from, to, list } = proposeJson(root, state.doc.toString(), pos);
  // Nothing opens while the user only moves through empty lines.
  if (list.length === 0 || (!explicit && from === pos)) return null;
  return { from, to, options: list.map(toCompletion), validFor: /^"?[\w.-]*$/ };
}

function toCompletion({ label, insert, cursor, detail, info, kind }: Proposal): Completion {
  return {
    // The word in the text begins with a quote, and so does the one that is compared.
    label: kind === 'property' ? JSON.stringify(label) : label,
    displayLabel: label,
    type: kind,
    ...(detail !== '' && { detail }),
    ...(info !== '' && { info }),
    apply: (view, _completion, from, to) =>
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + cursor },
        userEvent: 'input.complete',
      }),
  };
}

function explain({ state }: EditorView, pos: number): Tooltip | null {
  const root = editSchema.value;
  const help = root && explainJson(root, state.doc.toString(), pos);
  if (!help) return null;
  return { pos, above: true, create: () => ({ dom: draw(help) }) };
}

function draw({ name, description, facts }: FieldHelp): HTMLElement {
  const box = document.createElement('div');
  box.className = 'json-help';
  const title = document.createElement('code');
  title.textContent = name;
  const text = document.createElement('p');
  text.textContent = description;
  box.append(title, text);
  for (const fact of facts) {
    const line = document.createElement('p');
    line.className = 'soft';
    line.textContent = fact;
    box.append(line);
  }
  return box;
}
