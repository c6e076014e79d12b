import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history as textHistory, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { effect } from '@preact/signals';
import { tags } from '@lezer/highlight';
import { differenceOf } from '../document/text-difference.ts';
import { loadSchema } from '../inspector/schema-state.ts';
import { replaceText, text } from './edit-state.ts';
import { jsonHelp } from './json-help.ts';
import { followProblems, jsonProblems } from './json-problems.ts';
import { followSelection, selectByCursor } from './json-selection.ts';

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--code-word)' },
]);

/**
 * Opens the editor of the JSON text. Typing changes the edit, and the other way round.
 *
 * @returns a function that closes it.
 */
export function openJsonEditor(parent: HTMLElement): () => void {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text.value,
      extensions: [
        lineNumbers(),
        foldGutter(),
        textHistory(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        json(),
        syntaxHighlighting(COLOURS),
        jsonHelp(),
        jsonProblems(),
        selectByCursor(),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        EditorView.cspNonce.of(readNonce()),
        EditorView.contentAttributes.of({ 'aria-label': 'JSON of the edit', tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) replaceText(state.doc.toString(), 'typing');
        }),
      ],
    }),
  });
  // It can be scrolled by keys, too.
  view.scrollDOM.tabIndex = 0;
  const end = effect(() => {
    const next = text.value;
    const shown = view.state.doc.toString();
    // One change, so that the cursor and the scroll position stay.
    if (next !== shown) view.dispatch({ changes: differenceOf(shown, next) });
  });
  const ends = [end, followProblems(view), followSelection(view)];
  void loadSchema();
  return () => {
    for (const each of ends) each();
    view.destroy();
  };
}

/** Returns the word that allows the styles of the editor. The server makes a new one for each page. */
function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
}
