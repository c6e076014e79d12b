import { computed } from '@preact/signals';
import { markEdge, nextMarker, NO_MARKS, rangeOf, toggleMarker } from '../document/preview/marked-range.ts';
import { momentAt } from '../document/preview/shown-moment.ts';
import { frameRate, playhead, seek, timelineEnd } from '../edit/edit-state.ts';
import { keepBeside } from './kept-beside.ts';

const kept = keepBeside('marks', NO_MARKS);

/** The marks on the timeline. */
export const timelineMarks = kept.value;

/** The marked part of the timeline, which is played and can be rendered. Undefined if it is the whole. */
export const markedRange = computed(() => rangeOf(timelineMarks.value, timelineEnd.value));

/** Sets an edge of the marked part at the playhead. The end is behind the frame that is shown. */
export function markPlayhead(edge: 'from' | 'to'): void {
  const rate = frameRate.value;
  const at = edge === 'from' ? playhead.value : playhead.value + 1 / rate;
  kept.change(markEdge(timelineMarks.value, edge, momentAt(at, rate)));
}

/** Removes the edges of the marked part. */
export function unmarkRange(): void {
  kept.change({ markers: timelineMarks.value.markers });
}

/** Adds a marker at the playhead, or removes the one that is there. */
export function markMoment(): void {
  kept.change(toggleMarker(timelineMarks.value, momentAt(playhead.value, frameRate.value)));
}

/** Moves the playhead to the next marker. */
export function goToNextMarker(): void {
  const next = nextMarker(timelineMarks.value, playhead.value);
  if (next !== undefined) seek(next);
}
