import { computed, signal } from '@preact/signals';
import type { TrackPlace } from '../document/commands.ts';
import { timelineEnd } from '../edit/edit-state.ts';

/** Pixels per second of the timeline. */
export const zoom = signal(80);

/** Pixels before second 0. */
export const INDENT = 12;
/** Pixels within which an edge is pulled to a line. */
export const SNAP_PIXELS = 8;

const LEAST_ZOOM = 0.05;
const GREATEST_ZOOM = 800;

/** Changes the zoom, within its limits. @param pixels pixels per second. */
export function setZoom(pixels: number): void {
  zoom.value = Math.min(GREATEST_ZOOM, Math.max(LEAST_ZOOM, pixels));
}

/** The place where a dragged file or clip would land. */
export interface Landing {
  readonly track: TrackPlace;
  /** Seconds. */
  readonly start: number;
  readonly length: number;
  /** Pixels from the top of the tracks. */
  readonly top: number;
  readonly height: number;
}

/** The landing of what is dragged. Undefined if it is not over the timeline, or if a clip stays on its tracks. */
export const landing = signal<Landing | undefined>(undefined);

/** The second that a drag is pulled to, shown as a line. Undefined if there is none. */
export const snapLine = signal<number | undefined>(undefined);

/** Distances in seconds that the marks of the ruler may have. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600];
/** Least distance of two marks in pixels. */
const LEAST_MARK = 64;
/** Most marks of a ruler. */
const MOST_MARKS = 400;

/** The seconds at which the ruler has marks. */
export const marks = computed<readonly number[]>(() => {
  const step = STEPS.find((seconds) => seconds * zoom.value >= LEAST_MARK) ?? 7200;
  const count = Math.min(MOST_MARKS, Math.ceil((timelineEnd.value + 2) / step) + 1);
  return Array.from({ length: count }, (_mark, index) => index * step);
});
