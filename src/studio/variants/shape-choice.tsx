import '../style/variants.css';
import type { JSX } from 'preact';
import { listDraftOutputs, findShapeOf, toggleShape, VARIANT_SHAPES } from '../document/shapes.ts';
import { apply, draft } from '../edit/edit-state.ts';

/** The shapes in which the edit is made, to choose from. */
export function ShapeChoice(): JSX.Element {
  const shapes = listDraftOutputs(draft.value).map(findShapeOf);
  return (
    <div class="shape-choice" role="group" aria-label="Shapes of the film">
      <span class="soft">Shapes</span>
      {VARIANT_SHAPES.map((shape) => (
        <button
          key={shape}
          type="button"
          class="button chip"
          aria-pressed={shapes.includes(shape)}
          title={`Make the film in ${shape}`}
          onClick={() => apply(toggleShape(draft.peek(), shape))}
        >
          {shape}
        </button>
      ))}
      {shapes.length > 1 && (
        <p class="soft">
          A render makes all of them. A width such as 80vw or a size such as 6vmin follows each shape. Press
          the picture of a shape to place clips there.
        </p>
      )}
    </div>
  );
}
