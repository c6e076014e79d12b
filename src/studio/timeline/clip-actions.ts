import { type ClipSpan, findClip, keyOf } from '../document/clip-spans.ts';
import { duplicateClips, moveClips, removeClips, splitClip } from '../document/commands.ts';
import { apply, draft, frameRate, playhead, selected, selection, spans } from '../edit/edit-state.ts';

/** Splits the selected clips at the playhead, or all clips that are visible there. */
export function splitAtPlayhead(): void {
  const at = playhead.value;
  const chosen = selected.value.length > 0 ? selected.value : spans.value;
  const lastFirst = [...chosen].sort((a, b) => b.track - a.track || b.clip - a.clip);
  apply(
    lastFirst.flatMap((span) => {
      const clip = findClip(draft.value, span);
      return clip ? splitClip(clip, span, at) : [];
    }),
  );
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
  if (selected.value.length > 0) apply(moveClips(selected.value, frames / frameRate.value), 'nudge');
}

/** Selects all clips. */
export function selectAll(): void {
  selection.value = new Set(spans.value.map((span: ClipSpan) => keyOf(span)));
}
