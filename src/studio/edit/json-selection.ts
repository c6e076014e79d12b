import { Annotation, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { effect } from '@preact/signals';
import { keyOf } from '../document/clip-spans.ts';
import { findClipAt, findTextPlace, findWholePlace, readFieldName } from '../document/json-places.ts';
import { selection } from './edit-state.ts';
import { jsonTarget, sideTab } from './side-tabs.ts';

/** Marks moves of the cursor that follow the timeline, so that the timeline does not follow them. */
const FOLLOWS = Annotation.define<boolean>();

/** Selects the clip in which the cursor stands. */
export function selectByCursor(): Extension {
  return EditorView.updateListener.of(({ selectionSet, docChanged, transactions, state, view }) => {
    if (!selectionSet || docChanged || !view.hasFocus) return;
    if (transactions.some((transaction) => transaction.annotation(FOLLOWS))) return;
    const clip = findClipAt(state.doc.toString(), state.selection.main.head);
    const key = clip && keyOf(clip);
    if (key !== undefined && !selection.peek().has(key)) selection.value = new Set([key]);
  });
}

/**
 * Scrolls an editor to the clip that is selected on the timeline, and to the places that the form asks for.
 *
 * @returns a function that stops it.
 */
export function followSelection(view: EditorView): () => void {
  const endSelection = effect(() => {
    const [key] = selection.value;
    // The text cannot be scrolled while it is not shown.
    if (key === undefined || selection.value.size > 1 || sideTab.value !== 'json') return;
    if (jsonTarget.peek() !== undefined) return;
    const current = view.state.doc.toString();
    const place = findWholePlace(current, readFieldName(key));
    const { head } = view.state.selection.main;
    if (place && !(place.from < head && head < place.to)) goTo(view, place.from + 1, false);
  });
  const endTarget = effect(() => {
    const { value: path } = jsonTarget;
    if (path === undefined || sideTab.value !== 'json') return;
    jsonTarget.value = undefined;
    goTo(view, findTextPlace(view.state.doc.toString(), path).from, true);
  });
  return () => {
    endSelection();
    endTarget();
  };
}

function goTo(view: EditorView, anchor: number, takesFocus: boolean): void {
  // The pane is shown first, so that the editor knows its height.
  requestAnimationFrame(() => {
    if (anchor > view.state.doc.length) return;
    const effects = EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 24 });
    view.dispatch({ selection: { anchor }, effects, annotations: FOLLOWS.of(true) });
    if (takesFocus) view.focus();
  });
}
