import { computed, signal } from '@preact/signals';
import type { ClipPlace } from '../document/clip-spans.ts';
import { findClip } from '../document/clip-spans.ts';
import type { DraftClip } from '../document/edit-text.ts';
import { fillPlaceholders } from '../document/placeholders.ts';
import { findShownShape, readInShape } from '../document/shape-places.ts';
import { listDraftOutputs } from '../document/shapes.ts';
import { draft, openedEdits } from '../edit/edit-state.ts';

/** The output that was chosen, and the number of edits that were opened before that. */
const chosen = signal({ output: 0, opened: 0 });

/** The place of the output that the picture shows and changes. */
export const shownOutput = computed(() => {
  const { output, opened } = chosen.value;
  return opened === openedEdits.value && output < listDraftOutputs(draft.value).length ? output : 0;
});

/** The shape of the output that the picture shows. Its clips are placed and moved there. */
export const shownShape = computed(() => findShownShape(draft.value, shownOutput.value));

/** Shows another output in the picture. */
export function showOutput(output: number): void {
  chosen.value = { output, opened: openedEdits.peek() };
}

/** Returns a clip as the picture shows it: in its shape, with the values of its placeholders. */
export function readShownClip(place: ClipPlace): DraftClip | undefined {
  const clip = findClip(draft.value, place);
  return clip && fillPlaceholders(readInShape(clip, shownShape.value), draft.value);
}
