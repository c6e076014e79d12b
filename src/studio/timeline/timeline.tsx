import type { JSX } from 'preact';
import { type ClipSpan, keyOf, nameClip } from '../document/clip-spans.ts';
import type { DraftTrack } from '../document/edit-text.ts';
import { editCheck, draft, timelineEnd, playhead, seek, selection, spans } from '../edit/edit-state.ts';
import { formatClock } from '../edit/format-time.ts';
import { isFirstTrackInFront } from '../shell/session.ts';
import { ClipBox } from './clip-box.tsx';
import { findStrip } from './film-strips.ts';
import { marks, snapLine, zoom, zoomBy } from './timeline-state.ts';
import { TimelineTools } from './timeline-tools.tsx';

/** Pixels before second 0. */
const INDENT = 12;

/** The tracks with their clips over time. The track in front of all others is the first row. */
export function TimelinePanel(): JSX.Element {
  const tracks = draft.value.timeline?.tracks ?? [];
  const rows = tracks.map((track, index) => <Row key={index} track={track} index={index} />);
  const width = `${(timelineEnd.value + 2) * zoom.value + INDENT}px`;
  return (
    <section class="timeline" aria-label="Timeline">
      <TimelineTools />
      <div class="lanes" onWheel={zoomWithWheel}>
        <div
          class="lanes-inner"
          style={{ width }}
          role="listbox"
          aria-multiselectable="true"
          aria-label="Clips"
        >
          <Ruler />
          {isFirstTrackInFront.value ? rows : rows.reverse()}
          <Lines />
        </div>
      </div>
    </section>
  );
}

function Ruler(): JSX.Element {
  return (
    <div
      class="ruler"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) seekTo(event);
      }}
    >
      {marks.value.map((second) => (
        <span key={second} class="mark" style={{ left: `${second * zoom.value + INDENT}px` }}>
          {formatClock(second).replace(/\.00$/, '')}
        </span>
      ))}
    </div>
  );
}

function Row({ track, index }: { readonly track: DraftTrack; readonly index: number }): JSX.Element {
  const own = spans.value.filter((span) => span.track === index);
  const problems = editCheck.value.problems.map(({ field = '' }) => field);
  const isWrong = (span: ClipSpan): boolean => problems.some((field) => field.startsWith(keyOf(span)));
  return (
    <div class="lane" data-track={index} role="group" aria-label={`Track ${index + 1}`}>
      {own.map((span) => {
        const clip = track.clips?.[span.clip] ?? {};
        return (
          <ClipBox
            key={span.clip}
            span={span}
            name={nameClip(clip)}
            type={clip.asset?.type ?? 'clip'}
            strip={findStrip(clip, span)}
            zoom={zoom.value}
            isSelected={selection.value.has(keyOf(span))}
            hasProblem={isWrong(span)}
          />
        );
      })}
    </div>
  );
}

function Lines(): JSX.Element {
  const { value: snapped } = snapLine;
  return (
    <>
      <div class="playhead" style={{ transform: `translateX(${playhead.value * zoom.value + INDENT}px)` }} />
      {snapped !== undefined && (
        <div class="snap" style={{ transform: `translateX(${snapped * zoom.value + INDENT}px)` }} />
      )}
    </>
  );
}

function seekTo(event: PointerEvent & { readonly currentTarget: HTMLElement }): void {
  const { left } = event.currentTarget.getBoundingClientRect();
  seek((event.clientX - left - INDENT) / zoom.value);
}

function zoomWithWheel(event: WheelEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2);
}
