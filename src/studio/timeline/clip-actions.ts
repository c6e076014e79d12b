import { type ClipSpan, findClip, keyOf } from '../document/clip-spans.ts';
import { duplicateClips, moveClips, removeClips } from '../document/commands.ts';
import { secondsOf } from '../document/frame-grid.ts';
import { splitClip } from '../document/split-clip.ts';
import { apply, draft, frameRate, playhead, selected, selection, spans } from '../edit/edit-state.ts';
import { notify } from '../shell/notice.tsx';
import { findFileLength } from './file-lengths.ts';

/** Splits the selected clips at the playhead, or all clips that are visible there. Says why one cannot be split. */
export function splitAtPlayhead(): void {
  const at = playhead.value;
  const chosen = selected.value.length > 0 ? selected.value : spans.value;
  const lastFirst = [...chosen].sort((a, b) => b.track - a.track || b.clip - a.clip);
  const splits = lastFirst.map((span) => {
    const fileLength = findFileLength(findClip(draft.value, span) ?? {});
    return splitClip(draft.value, span, at, { rate: frameRate.value, fileLength });
  });
  apply(splits.flatMap(({ changes }) => changes));
  const obstacle = splits.find((split) => split.obstacle !== undefined)?.obstacle;
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
  apply(removeClips(draft.value, places));
}

/** Moves the selected clips by some frames. */
export function nudgeSelected(frames: number): void {
  if (selected.value.length > 0)
    apply(moveClips(draft.value, selected.value, secondsOf(frames, frameRate.value)), 'nudge');
}

/** Selects all clips. */
export function selectAll(): void {
  selection.value = new Set(spans.value.map((span: ClipSpan) => keyOf(span)));
}
