import { type ClipSpan, findClip, keyOf } from '../document/clip-spans.ts';
import { duplicateClips, moveClips, removeClips } from '../document/commands.ts';
import { secondsOfFrames } from '../document/frame-grid.ts';
import { removeWithGap, trimTo } from '../document/cut/close-gap.ts';
import { canSlip, slipClip } from '../document/cut/slip-clip.ts';
import { type SplitSettings, splitClips } from '../document/cut/split-clips.ts';
import type { ClipEdge } from '../document/cut/trim-clip.ts';
import {
  apply,
  draft,
  frameRate,
  lockedTracks,
  playhead,
  selected,
  selection,
  spans,
} from '../edit/edit-state.ts';
import { notify } from '../shell/notice.tsx';
import { account } from '../shell/session.ts';
import { CANNOT_SLIP } from './drag-clips.ts';
import { findFileLength } from './file-lengths.ts';

/** Returns what cuts need to know besides the edit. */
export function cutSettings(): SplitSettings {
  return { rate: frameRate.value, dialect: account.value?.dialect, fileLengthOf: findFileLength };
}

/** Returns the clips that may be changed. */
function listUnlocked(): readonly ClipSpan[] {
  return spans.value.filter(({ track }) => !lockedTracks.value.has(track));
}

/** Splits the selected clips at the playhead, or all clips that are visible there. Says why one cannot be split. */
export function splitAtPlayhead(): void {
  const chosen = selected.value.length > 0 ? selected.value : listUnlocked();
  const settings = cutSettings();
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
  const chosen = selected.value.length > 0 ? selected.value : listUnlocked().filter(isShown);
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

/** Lets the selected clips show a part of their files that is some frames later. */
export function slipSelected(frames: number): void {
  const by = secondsOfFrames(frames, frameRate.value);
  const changes = selected.value.flatMap((span) => {
    const fileLength = findFileLength(findClip(draft.value, span) ?? {});
    return slipClip(draft.value, span, by, { ...cutSettings(), fileLength });
  });
  const isAble = selected.value.some((span) => canSlip(findClip(draft.value, span) ?? {}));
  if (selected.value.length > 0 && !isAble) notify(CANNOT_SLIP);
  apply(changes, 'slip');
}

/** Selects all clips that may be changed. */
export function selectAll(): void {
  selection.value = new Set(listUnlocked().map((span: ClipSpan) => keyOf(span)));
}
