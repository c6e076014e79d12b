import { keyOf } from '../document/clip-spans.ts';
import { openEdit, seek, selection, spans, text, undoChange } from '../edit/edit-state.ts';
import { notify } from '../shell/notice.tsx';
import { goTo } from '../shell/route.ts';

/**
 * Goes to the view in which edits are made, with the edit of a render. The edit that was there comes back with
 * one step of undo, which a notice says.
 *
 * @param edit JSON text of the edit.
 * @param clip key of the clip to select.
 */
export function openInEdit(edit: string, clip?: string): void {
  if (text.peek() !== edit) {
    openEdit(edit);
    notify('The edit of the render is open. Undo brings the one before it back.', {
      title: 'Undo',
      run: undoChange,
    });
  }
  const span = spans.peek().find((each) => keyOf(each) === clip);
  selection.value = new Set(clip === undefined ? [] : [clip]);
  if (span) seek(span.start);
  goTo('edit');
}
