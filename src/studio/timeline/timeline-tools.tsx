import type { JSX } from 'preact';
import { history, redoChange, selected, undoChange } from '../edit/edit-state.ts';
import { duplicateSelected, removeSelected, splitAtPlayhead } from './clip-actions.ts';
import { zoomBy } from './timeline-state.ts';

/** The buttons above the tracks. */
export function TimelineTools(): JSX.Element {
  const { past, future } = history.value;
  const isNothingSelected = selected.value.length === 0;
  return (
    <div class="tools" role="toolbar" aria-label="Timeline">
      <button type="button" class="button plain" disabled={past.length === 0} onClick={undoChange}>
        Undo
      </button>
      <button type="button" class="button plain" disabled={future.length === 0} onClick={redoChange}>
        Redo
      </button>
      <span class="divider" />
      <button type="button" class="button plain" onClick={splitAtPlayhead}>
        Split
      </button>
      <button type="button" class="button plain" disabled={isNothingSelected} onClick={duplicateSelected}>
        Duplicate
      </button>
      <button type="button" class="button plain" disabled={isNothingSelected} onClick={removeSelected}>
        Delete
      </button>
      <span class="space" />
      <button type="button" class="button icon plain" aria-label="Zoom out" onClick={() => zoomBy(1 / 1.4)}>
        −
      </button>
      <button type="button" class="button icon plain" aria-label="Zoom in" onClick={() => zoomBy(1.4)}>
        +
      </button>
    </div>
  );
}
