import { computed, effect, signal } from '@preact/signals';
import {
  markEdge,
  type Marks,
  nextMarker,
  NO_MARKS,
  rangeOf,
  toggleMarker,
} from '../document/preview/marked-range.ts';
import { chooseMoment } from '../document/preview/shown-moment.ts';
import { frameRate, openedEdits, playhead, seek, timelineEnd } from '../edit/edit-state.ts';
import { keptNameOf, session } from '../shell/session.ts';

const keptName = computed(() => session.value && keptNameOf('marks', session.value.owner));

/** The marks on the timeline. The browser keeps them for the account, until another edit is opened. */
export const timelineMarks = signal<Marks>(NO_MARKS);

/** The marked part of the timeline, which is played and can be rendered. Undefined if it is the whole. */
export const markedRange = computed(() => rangeOf(timelineMarks.value, timelineEnd.value));

effect(() => {
  const kept = keptName.value === undefined ? null : localStorage.getItem(keptName.value);
  // Only this file writes there.
  timelineMarks.value = kept === null ? NO_MARKS : (JSON.parse(kept) as Marks);
});
openedEdits.subscribe((count) => {
  if (count > 0) change(NO_MARKS);
});

/** Sets an edge of the marked part at the playhead. The end is behind the frame that is shown. */
export function markPlayhead(edge: 'from' | 'to'): void {
  const rate = frameRate.value;
  const at = edge === 'from' ? playhead.value : playhead.value + 1 / rate;
  change(markEdge(timelineMarks.value, edge, chooseMoment(at, rate)));
}

/** Removes the edges of the marked part. */
export function unmarkRange(): void {
  change({ markers: timelineMarks.value.markers });
}

/** Adds a marker at the playhead, or removes the one that is there. */
export function markMoment(): void {
  change(toggleMarker(timelineMarks.value, chooseMoment(playhead.value, frameRate.value)));
}

/** Moves the playhead to the next marker. */
export function goToNextMarker(): void {
  const next = nextMarker(timelineMarks.value, playhead.value);
  if (next !== undefined) seek(next);
}

function change(marks: Marks): void {
  timelineMarks.value = marks;
  const name = keptName.peek();
  if (name !== undefined) localStorage.setItem(name, JSON.stringify(marks));
}
