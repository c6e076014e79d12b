import type { JSX } from 'preact';
import { seek } from '../edit/edit-state.ts';
import { formatClock } from '../edit/format-time.ts';
import { markedRange, markMoment, markPlayhead, timelineMarks, unmarkRange } from './timeline-marks.ts';
import { INDENT, zoom } from './timeline-state.ts';

/**
 * The marks in the ruler: a band for the marked part, and a flag for each marker. They are for the eyes and the
 * mouse: {@link MarkTools} says them, and keys reach them.
 */
export function MarkLines(): JSX.Element {
  const { value: range } = markedRange;
  const placeOf = (second: number): string => `${second * zoom.value + INDENT}px`;
  return (
    <div aria-hidden="true">
      {range && (
        <div
          class="marked-range"
          style={{ left: placeOf(range.start), width: `${range.length * zoom.value}px` }}
        />
      )}
      {timelineMarks.value.markers.map((second) => (
        <span
          key={second}
          class="marker"
          title={`Marker at ${formatClock(second)}`}
          style={{ left: placeOf(second) }}
          onPointerDown={(event) => {
            event.stopPropagation();
            seek(second);
          }}
        />
      ))}
    </div>
  );
}

/** The buttons for marks, and what is marked. */
export function MarkTools(): JSX.Element {
  const { value: range } = markedRange;
  const count = timelineMarks.value.markers.length;
  return (
    <>
      <button
        type="button"
        class="button plain"
        title="Marks where playing begins (I)"
        onClick={() => markPlayhead('from')}
      >
        In
      </button>
      <button
        type="button"
        class="button plain"
        title="Marks where playing ends (O)"
        onClick={() => markPlayhead('to')}
      >
        Out
      </button>
      <button
        type="button"
        class="button plain"
        title="Adds a marker, or removes it (M)"
        onClick={markMoment}
      >
        Marker
      </button>
      <span class="soft marked" role="status">
        {range && `${formatClock(range.start)} to ${formatClock(range.start + range.length)}`}
        {range && count > 0 && ', '}
        {count > 0 && `${count} ${count === 1 ? 'marker' : 'markers'}`}
      </span>
      {range && (
        <button
          type="button"
          class="button icon plain"
          aria-label="Remove in and out"
          title="Remove in and out"
          onClick={unmarkRange}
        >
          ✕
        </button>
      )}
    </>
  );
}
