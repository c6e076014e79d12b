import type { DraftEdit } from '../edit-text.ts';

/** A part of the timeline in seconds. */
export interface TimeRange {
  readonly start: number;
  readonly length: number;
}

/** The marks of a person on the timeline, in seconds. They are no part of the edit. */
export interface Marks {
  /** The beginning of the part to play and to render. */
  readonly from?: number;
  /** Its end. */
  readonly to?: number;
  /** Moments to find again, in rising order. */
  readonly markers: readonly number[];
}

/** No marks. */
export const NO_MARKS: Marks = { markers: [] };

/** Returns the marked part of the timeline. Undefined if it is the whole. @param end second at which the timeline ends. */
export function rangeOf({ from, to }: Marks, end: number): TimeRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  const start = Math.min(from ?? 0, end);
  const length = round(Math.min(to ?? end, end) - start);
  return length > 0 ? { start, length } : undefined;
}

/**
 * Sets the beginning or the end of the marked part. At the same place as before, removes it. The other one is
 * removed if it would be on the wrong side.
 */
export function markEdge(marks: Marks, edge: 'from' | 'to', second: number): Marks {
  const { [edge]: before, ...others } = marks;
  if (before === second) return others;
  const next: Marks = { ...others, [edge]: second };
  const isTurned = next.from !== undefined && next.to !== undefined && next.from >= next.to;
  return isTurned ? { markers: marks.markers, [edge]: second } : next;
}

/** Adds a marker, or removes the one that is there. */
export function toggleMarker(marks: Marks, second: number): Marks {
  const others = marks.markers.filter((marker) => marker !== second);
  const isNew = others.length === marks.markers.length;
  return { ...marks, markers: isNew ? [...others, second].sort((one, other) => one - other) : others };
}

/** Returns the marker after a second, or the first one after the last. */
export function nextMarker({ markers }: Marks, second: number): number | undefined {
  return markers.find((marker) => marker > second + 1e-4) ?? markers[0];
}

/** Returns an edit of which only a part is rendered, in all its outputs. */
export function limitToRange(edit: DraftEdit, range: TimeRange): DraftEdit {
  const { output, outputs } = edit;
  return {
    ...edit,
    ...(output && { output: { ...output, range } }),
    ...(Array.isArray(outputs) && {
      outputs: outputs.map((each: DraftEdit['output']) => ({ ...each, range })),
    }),
  };
}

/** Rounds to microseconds, so that a difference has no digits that nobody wrote. */
function round(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
