import { copyClips, pasteClips } from '../document/copied-clips.ts';
import { keyOf } from '../document/clip-spans.ts';
import { secondsOfFrames, toGrid } from '../document/frame-grid.ts';
import {
  apply,
  draft,
  frameRate,
  playhead,
  selected,
  selection,
  spans,
  syntaxProblem,
  timelineEnd,
} from '../edit/edit-state.ts';
import { notify } from '../shell/notice.tsx';
import { isFirstTrackInFront } from '../shell/session.ts';
import { removeSelected } from './clip-actions.ts';

/** Copies, cuts or pastes clips as JSON, unless a text is meant. */
export function handleClipboard(event: ClipboardEvent): void {
  const { clipboardData } = event;
  if (!clipboardData || isText(event.target)) return;
  if (event.type === 'paste') {
    event.preventDefault();
    paste(clipboardData.getData('text/plain'));
    return;
  }
  if (selected.value.length === 0 || document.getSelection()?.type === 'Range') return;
  event.preventDefault();
  clipboardData.setData('text/plain', copyClips(draft.value, selected.value));
  if (event.type === 'cut') removeSelected();
}

/** Pastes clips at the playhead and selects them. */
function paste(text: string): void {
  if (syntaxProblem.value) {
    notify('The JSON has an error. Correct it, and paste the clips then.');
    return;
  }
  const pasted = pasteClips(draft.value, spans.value, text, {
    at: findPlace(),
    track: selected.value[0]?.track,
    isFirstInFront: isFirstTrackInFront.value,
  });
  if (!pasted) {
    notify('The clipboard has no clips. Select clips and press Ctrl C, in this edit or in another one.');
    return;
  }
  apply(pasted.changes);
  selection.value = new Set(pasted.places.map(keyOf));
  if (pasted.leftOut > 0)
    notify('Captions were left out, because the clip whose words they show is not in this edit. Copy both.');
}

/** Returns the second at which clips are pasted: that of the playhead, or the end if it is at the last frame. */
function findPlace(): number {
  const rate = frameRate.value;
  const isAtEnd = playhead.value > 0 && playhead.value >= timelineEnd.value - secondsOfFrames(1.5, rate);
  return isAtEnd ? timelineEnd.value : toGrid(playhead.value, rate);
}

function isText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
