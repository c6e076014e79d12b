import {
  duplicateSelected,
  nudgeSelected,
  removeSelected,
  removeSelectedWithGap,
  selectAll,
  slipSelected,
  splitAtPlayhead,
  trimToPlayhead,
} from '../timeline/clip-actions.ts';
import { layers } from '../timeline/load-layers.ts';
import { goToNextMarker, markMoment, markPlayhead, unmarkRange } from '../timeline/timeline-marks.ts';
import { fitTimeline, zoomBy } from '../timeline/timeline-view.ts';
import { timelineEnd, redoChange, seek, selection, undoChange } from './edit-state.ts';
import { keepVersion } from '../kept/autosave.ts';
import { togglePlayback } from '../playback/play-button.tsx';
import { toggleFullScreen } from '../playback/full-screen.ts';
import { playBack, playForward, step, stopAll } from '../playback/shuttle.ts';

/** A key with its action. `mod` is Control, or Command on a Mac. */
interface Shortcut {
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

/** All shortcuts of the view in which an edit is made. They do not apply while a text is written. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ' ', does: 'Play or stop', run: togglePlayback },
  { keys: 'l', does: 'Play, then faster', run: playForward },
  { keys: 'k', does: 'Stop', run: stopAll },
  { keys: 'j', does: 'Run back, then faster', run: playBack },
  { keys: 'f', does: 'Full screen, or leave it', run: toggleFullScreen },
  { keys: 'i', does: 'Mark the beginning of the part to play and render', run: () => markPlayhead('from') },
  { keys: 'o', does: 'Mark its end', run: () => markPlayhead('to') },
  { keys: 'mod+Shift+x', does: 'Remove both marks', run: unmarkRange },
  { keys: 'm', does: 'Add a marker, or remove it', run: markMoment },
  { keys: 'Shift+m', does: 'To the next marker', run: goToNextMarker },
  { keys: 'Shift+z', does: 'Show the whole timeline', run: fitTimeline },
  { keys: '+', does: 'Zoom in', run: () => zoomBy(1.4) },
  { keys: '=', does: 'Zoom in', run: () => zoomBy(1.4) },
  { keys: '-', does: 'Zoom out', run: () => zoomBy(1 / 1.4) },
  { keys: 'ArrowLeft', does: 'One frame back', run: () => step(-1) },
  { keys: 'ArrowRight', does: 'One frame forward', run: () => step(1) },
  { keys: 'Shift+ArrowLeft', does: 'Ten frames back', run: () => step(-10) },
  { keys: 'Shift+ArrowRight', does: 'Ten frames forward', run: () => step(10) },
  { keys: 'Home', does: 'To the beginning', run: () => seek(0) },
  { keys: 'End', does: 'To the end', run: () => seek(timelineEnd.value) },
  { keys: ',', does: 'Move the selected clips one frame back', run: () => nudgeSelected(-1) },
  { keys: '.', does: 'Move the selected clips one frame forward', run: () => nudgeSelected(1) },
  { keys: 'mod+Alt+ArrowLeft', does: 'Show an earlier part of the file', run: () => slipSelected(-1) },
  { keys: 'mod+Alt+ArrowRight', does: 'Show a later part of the file', run: () => slipSelected(1) },
  { keys: 'Shift+k', does: 'Add a keyframe at the playhead', run: () => layers.value?.addKeyframes() },
  { keys: 's', does: 'Split at the playhead', run: splitAtPlayhead },
  { keys: '[', does: 'Begin the clip at the playhead', run: () => trimToPlayhead('start', false) },
  { keys: ']', does: 'End the clip at the playhead', run: () => trimToPlayhead('end', false) },
  { keys: 'q', does: 'Cut off what is before the playhead', run: () => trimToPlayhead('start', true) },
  { keys: 'w', does: 'Cut off what is after the playhead', run: () => trimToPlayhead('end', true) },
  { keys: 'mod+d', does: 'Duplicate the selected clips', run: duplicateSelected },
  { keys: 'Delete', does: 'Delete the selected clips', run: removeSelected },
  { keys: 'Backspace', does: 'Delete the selected clips', run: removeSelected },
  {
    keys: 'Shift+Delete',
    does: 'Delete the selected clips and close the gaps',
    run: removeSelectedWithGap,
  },
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

function nameOf(event: KeyboardEvent): string {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const isLetter = key.length === 1;
  // Some keyboards write [ and ] with this key, which also counts as Control and Alt.
  const isThirdLevel = event.getModifierState('AltGraph');
  return [
    ...((ctrlKey || metaKey) && !isThirdLevel ? ['mod'] : []),
    ...(altKey && !isThirdLevel ? ['Alt'] : []),
    // Shift is part of signs such as +, but not of letters.
    ...(shiftKey && (!isLetter || /[a-z]/i.test(key)) ? ['Shift'] : []),
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
