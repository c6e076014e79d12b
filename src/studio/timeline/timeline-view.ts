import { type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { playhead, selected, timelineEnd } from '../edit/edit-state.ts';
import { playback } from '../playback/playback.ts';
import { shuttleSpeed } from '../playback/shuttle.ts';
import { INDENT, setZoom, zoom } from './timeline-state.ts';
import { RULER_HEIGHT, type TrackRow, trackRows } from './track-state.ts';

/** Pixels between the end of the timeline and the edge, if all of it is shown. */
const MARGIN = 24;
/** Pixels at the edges in which the playhead is hardly seen. */
const EDGE = 2;
/** Part of the width at which the playhead appears if the timeline turns a page. */
const PAGE_START = 0.1;

/** The part of the page that shows the tracks and scrolls. */
let lanes: HTMLElement | undefined;
/** The second that stays at a pixel, counted from the left edge of the tracks, when the zoom changes. */
let anchor: { readonly second: number; readonly pixel: number } | undefined;

/** Returns the reference for the part of the page that shows the tracks, which follows the zoom and the playhead. */
export function useTimelineView(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const { value: shown } = zoom;
  useLayoutEffect(() => {
    lanes = place.current ?? undefined;
    return () => (lanes = undefined);
  }, []);
  useLayoutEffect(() => {
    if (lanes && anchor) lanes.scrollLeft = anchor.second * shown + INDENT - anchor.pixel;
    anchor = undefined;
  }, [shown]);
  useEffect(() => playhead.subscribe(showPlayhead), []);
  const row = trackRows.value.find(({ track }) => track === selected.value[0]?.track);
  useEffect(() => row && showRow(row), [row?.top]);
  return place;
}

/** Zooms by a factor. @param pixel the place that stays, from the left edge of the tracks. Default: the playhead. */
export function zoomBy(factor: number, pixel = pixelOfPlayhead()): void {
  const second = ((lanes?.scrollLeft ?? 0) + pixel - INDENT) / zoom.value;
  anchor = { second, pixel };
  setZoom(zoom.value * factor);
}

/** Zooms so that the whole timeline is shown. */
export function fitTimeline(): void {
  if (!lanes || timelineEnd.value <= 0) return;
  anchor = { second: 0, pixel: INDENT };
  setZoom((lanes.clientWidth - INDENT - MARGIN) / timelineEnd.value);
}

/** Zooms at the pointer, if Control or Command is held. */
export function zoomWithWheel(event: WheelEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const { left } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX - left);
}

/**
 * Scrolls so that the playhead is in view: a page at a time while it runs, and no more than needed if a person moves
 * it. A person who scrolls away while it rests is left alone.
 */
function showPlayhead(second: number): void {
  if (!lanes) return;
  const { scrollLeft, clientWidth } = lanes;
  const pixel = second * zoom.peek() + INDENT;
  const last = clientWidth - EDGE;
  if (pixel >= scrollLeft && pixel <= scrollLeft + last) return;
  const isAfter = pixel > scrollLeft;
  const isRunning = playback.peek() === 'playing' || shuttleSpeed.peek() !== 0;
  const [left, right] = isRunning ? [PAGE_START * clientWidth, (1 - PAGE_START) * clientWidth] : [last, EDGE];
  lanes.scrollLeft = pixel - (isAfter ? left : right);
}

/** Scrolls to the track of the selected clip if nothing of it is in view, as that of a new clip may be. */
function showRow({ top, height }: TrackRow): void {
  if (!lanes) return;
  const { scrollTop, clientHeight } = lanes;
  const isAbove = top + height <= scrollTop + RULER_HEIGHT;
  if (isAbove || top >= scrollTop + clientHeight)
    lanes.scrollTop = isAbove ? top - RULER_HEIGHT : top + height - clientHeight;
}

/** Returns the place of the playhead, or the middle if the playhead is not in view. */
function pixelOfPlayhead(): number {
  if (!lanes) return 0;
  const pixel = playhead.value * zoom.value + INDENT - lanes.scrollLeft;
  return pixel >= 0 && pixel <= lanes.clientWidth ? pixel : lanes.clientWidth / 2;
}
