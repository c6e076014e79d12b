import type { JSX } from 'preact';
import { seek } from '../edit/edit-state.ts';
import { formatClock } from '../edit/format-time.ts';
import { ToolButton } from '../layout/tool-button.tsx';
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
      <ToolButton icon="markIn" name="Mark in" keys="I" run={() => markPlayhead('from')} />
      <ToolButton icon="markOut" name="Mark out" keys="O" run={() => markPlayhead('to')} />
      <ToolButton icon="marker" name="Marker" keys="M" run={markMoment} />
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
