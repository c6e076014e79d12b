import { addCaptions } from '../document/captions.ts';
import { type ClipSpan, keyOf } from '../document/clip-spans.ts';
import { apply, draft, selection } from '../edit/edit-state.ts';
import { isFirstTrackInFront } from '../shell/session.ts';

/** Adds captions of a clip in front, and selects them. */
export function captionClip(span: ClipSpan): void {
  const { changes, place } = addCaptions(draft.peek(), span, isFirstTrackInFront.peek());
  apply(changes);
  selection.value = new Set([keyOf(place)]);
}
