import { copyClips, pasteClips } from '../document/copied-clips.ts';
import { pasteAndPush, type Pushed } from '../document/cut/paste-and-push.ts';
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
import { copyText } from '../shell/copy-text.ts';
import { notify } from '../shell/notice.tsx';
import { isFirstTrackInFront } from '../shell/session.ts';
import { cutSettings, removeSelected } from './clip-actions.ts';

/** Copies, cuts or pastes clips as JSON, unless a text is meant. */
export function handleClipboard(event: ClipboardEvent): void {
  const { clipboardData } = event;
  if (!clipboardData || isText(event.target)) return;
  if (event.type === 'paste') {
    event.preventDefault();
    paste(clipboardData.getData('text/plain'), { pushes: isShiftHeld });
    return;
  }
  if (selected.value.length === 0 || document.getSelection()?.type === 'Range') return;
  event.preventDefault();
  copied = copyClips(draft.value, selected.value);
  clipboardData.setData('text/plain', copied);
  if (event.type === 'cut') removeSelected();
}

/** The clips that were copied last. Not every page may read the clipboard. */
let copied: string | undefined;

// The event of a paste does not say so.
let isShiftHeld = false;
addEventListener('keydown', ({ shiftKey }) => (isShiftHeld = shiftKey), { capture: true });

/** Copies the selected clips, also without a key. */
export async function copySelected(): Promise<void> {
  copied = copyClips(draft.value, selected.value);
  await copyText(copied, selected.value.length === 1 ? 'The clip' : 'The clips');
}

/** Pastes from the clipboard, also without a key. */
export async function pasteFromClipboard(place: PastePlace): Promise<void> {
  let text = copied;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    // The browser does not allow it, or the page has no clipboard.
  }
  paste(text ?? '', place);
}

/** Where and how clips are pasted. */
interface PastePlace {
  /** Seconds. Default: at the playhead. */
  readonly at?: number | undefined;
  /** Default: the track of the first selected clip. */
  readonly track?: number | undefined;
  /** True to move what comes later on the track. */
  readonly pushes: boolean;
}

/** Pastes clips and selects them. */
function paste(text: string, { at = findPlace(), track, pushes }: PastePlace): void {
  if (syntaxProblem.value) {
    notify('The JSON has an error. Correct it, and paste the clips then.');
    return;
  }
  const target = {
    at,
    track: track ?? selected.value[0]?.track,
    isFirstInFront: isFirstTrackInFront.value,
  };
  const pasted: Pushed | undefined = pushes
    ? pasteAndPush(draft.value, spans.value, text, target, cutSettings())
    : pasteClips(draft.value, spans.value, text, target);
  if (!pasted) {
    notify('The clipboard has no clips. Select clips and press Ctrl C, in this edit or in another one.');
    return;
  }
  if (pasted.obstacle !== undefined) notify(pasted.obstacle);
  if (!apply(pasted.changes)) return;
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
