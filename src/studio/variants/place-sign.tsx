import '../style/variants.css';
import type { JSX } from 'preact';
import { type ClipPlace, findClip } from '../document/clip-spans.ts';
import { findOwnPlace, returnToCommonPlace } from '../document/shape-places.ts';
import { apply, draft } from '../edit/edit-state.ts';
import { shownShape } from './shown-output.ts';

/** Says that clips are placed in the shown shape alone, with a button that returns them to their common place. */
export function PlaceSign({ places }: { readonly places: readonly ClipPlace[] }): JSX.Element | null {
  const shape = shownShape.value;
  const hasOwn = places.some(
    (place) => findOwnPlace(findClip(draft.value, place) ?? {}, shape) !== undefined,
  );
  if (places.length === 0 || (shape.isCommon && !hasOwn)) return null;
  return (
    <p class="place-sign">
      <strong>Place in {shape.name} only</strong>
      {hasOwn && (
        <button
          type="button"
          class="button small"
          title={`Remove the place in ${shape.name}, so that the common place counts again`}
          onClick={() => apply(returnToCommonPlace(draft.peek(), places, shape))}
        >
          Return to the common place
        </button>
      )}
    </p>
  );
}
