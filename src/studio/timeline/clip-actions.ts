import { type ClipSpan, keyOf } from '../document/clip-spans.ts';
import { duplicateClips, moveClips, removeClips } from '../document/commands.ts';
import { secondsOfFrames } from '../document/frame-grid.ts';
import { splitClips } from '../document/cut/split-clips.ts';
import { apply, draft, frameRate, playhead, selected, selection, spans } from '../edit/edit-state.ts';
import { notify } from '../shell/notice.tsx';
import { findFileLength } from './file-lengths.ts';

/** Splits the selected clips at the playhead, or all clips that are visible there. Says why one cannot be split. */
export function splitAtPlayhead(): void {
  const chosen = selected.value.length > 0 ? selected.value : spans.value;
  const settings = { rate: frameRate.value, fileLengthOf: findFileLength };
  const { changes, obstacles } = splitClips(draft.value, spans.value, chosen, playhead.value, settings);
  apply(changes);
  const [obstacle] = obstacles;
  if (obstacle !== undefined) notify(obstacle);
}

/** Puts a copy behind each selected clip. */
export function duplicateSelected(): void {
  apply(duplicateClips(draft.value, selected.value));
}

/** Removes the selected clips. */
export function removeSelected(): void {
  const places = selected.value;
  selection.value = new Set();
  apply(removeClips(draft.value, spans.value, places));
}

/** Moves the selected clips by some frames. */
export function nudgeSelected(frames: number): void {
  if (selected.value.length > 0)
    apply(moveClips(draft.value, selected.value, secondsOfFrames(frames, frameRate.value)), 'nudge');
}

/** Selects all clips. */
export function selectAll(): void {
  selection.value = new Set(spans.value.map((span: ClipSpan) => keyOf(span)));
}
