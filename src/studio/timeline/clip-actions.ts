import { type ClipSpan, findClip, keyOf } from '../document/clip-spans.ts';
import { duplicateClips, moveClips, removeClips } from '../document/commands.ts';
import { secondsOfFrames } from '../document/frame-grid.ts';
import { removeWithGap, trimTo } from '../document/cut/close-gap.ts';
import { splitClips } from '../document/cut/split-clips.ts';
import type { ClipEdge } from '../document/cut/trim-clip.ts';
import { apply, draft, frameRate, playhead, selected, selection, spans } from '../edit/edit-state.ts';
import { notify } from '../shell/notice.tsx';
import { account } from '../shell/session.ts';
import { findFileLength } from './file-lengths.ts';

/** Splits the selected clips at the playhead, or all clips that are visible there. Says why one cannot be split. */
export function splitAtPlayhead(): void {
  const chosen = selected.value.length > 0 ? selected.value : spans.value;
  const settings = { rate: frameRate.value, dialect: account.value?.dialect, fileLengthOf: findFileLength };
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

/** Removes the selected clips, and closes the gaps on their tracks. */
export function removeSelectedWithGap(): void {
  const places = selected.value;
  selection.value = new Set();
  apply(removeWithGap(draft.value, spans.value, places));
}

/**
 * Moves an edge of the selected clips to the playhead, or that of all clips that are visible there.
 *
 * @param closesGap true to move what comes later on the track by as much.
 */
export function trimToPlayhead(edge: ClipEdge, closesGap: boolean): void {
  const at = playhead.value;
  const isShown = ({ start, length }: ClipSpan): boolean => start < at && at < start + length;
  const chosen = selected.value.length > 0 ? selected.value : spans.value.filter(isShown);
  apply(
    chosen.flatMap((span) => {
      const fileLength = findFileLength(findClip(draft.value, span) ?? {});
      const move = { edge, closesGap, rate: frameRate.value, dialect: account.value?.dialect, fileLength };
      return trimTo(draft.value, spans.value, span, at, move);
    }),
  );
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
