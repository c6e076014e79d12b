import {
  duplicateSelected,
  nudgeSelected,
  removeSelected,
  selectAll,
  splitAtPlayhead,
} from '../timeline/clip-actions.ts';
import { timelineEnd, redoChange, seek, selection, undoChange } from './edit-state.ts';
import { keepVersion } from '../kept/autosave.ts';
import { togglePlayback } from '../playback/play-button.tsx';
import { step } from './preview.tsx';

/** A key with its action. `mod` is Control, or Command on a Mac. */
interface Shortcut {
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

/** All shortcuts of the view in which an edit is made. They do not apply while a text is written. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ' ', does: 'Play or stop', run: togglePlayback },
  { keys: 'ArrowLeft', does: 'One frame back', run: () => step(-1) },
  { keys: 'ArrowRight', does: 'One frame forward', run: () => step(1) },
  { keys: 'Shift+ArrowLeft', does: 'Ten frames back', run: () => step(-10) },
  { keys: 'Shift+ArrowRight', does: 'Ten frames forward', run: () => step(10) },
  { keys: 'Home', does: 'To the beginning', run: () => seek(0) },
  { keys: 'End', does: 'To the end', run: () => seek(timelineEnd.value) },
  { keys: ',', does: 'Move the selected clips one frame back', run: () => nudgeSelected(-1) },
  { keys: '.', does: 'Move the selected clips one frame forward', run: () => nudgeSelected(1) },
  { keys: 's', does: 'Split at the playhead', run: splitAtPlayhead },
  { keys: 'mod+d', does: 'Duplicate the selected clips', run: duplicateSelected },
  { keys: 'Delete', does: 'Delete the selected clips', run: removeSelected },
  { keys: 'Backspace', does: 'Delete the selected clips', run: removeSelected },
  { keys: 'mod+a', does: 'Select all clips', run: selectAll },
  { keys: 'Escape', does: 'Select nothing', run: () => (selection.value = new Set()) },
  { keys: 'mod+s', does: 'Save a version', run: () => void keepVersion() },
  { keys: 'mod+z', does: 'Undo', run: undoChange },
  { keys: 'mod+Shift+z', does: 'Redo', run: redoChange },
  { keys: 'mod+y', does: 'Redo', run: redoChange },
];

/** Runs the shortcut of a pressed key. */
export function handleShortcut(event: KeyboardEvent): void {
  if (usesKey(event.target, event.key)) return;
  const pressed = nameOf(event);
  const shortcut = SHORTCUTS.find(({ keys }) => keys === pressed);
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
}

function nameOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const isLetter = key.length === 1;
  return [
    ...(ctrlKey || metaKey ? ['mod'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey && (!isLetter || ctrlKey || metaKey) ? ['Shift'] : []),
    isLetter ? key.toLowerCase() : key,
  ].join('+');
}

/** True if the element with the focus needs the key itself: to write, to choose, or to be pressed. */
function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A dialog has keys of its own, and hides the edit.
  if (target.closest('dialog')) return true;
  if (target instanceof HTMLInputElement && target.type === 'range') return /^(Arrow|Home|End)/.test(key);
  if (['BUTTON', 'A', 'SUMMARY'].includes(target.tagName)) return key === ' ' || key === 'Enter';
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
