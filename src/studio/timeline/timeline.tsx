import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ShownUpload } from '../assets/upload-list.ts';
import { findFileName } from '../files/known-files.ts';
import { uploadsOfSession } from '../assets/upload-session.ts';
import { type ClipSpan, keyOf, nameClip } from '../document/clip-spans.ts';
import type { DraftTrack } from '../document/edit-text.ts';
import { nearestFrameAt, secondsOfFrames } from '../document/frame-grid.ts';
import { fillPlaceholders } from '../document/placeholders.ts';
import {
  draft,
  merge,
  problemFields,
  frameRate,
  timelineEnd,
  playhead,
  seek,
  selection,
  spans,
  canUndo,
  history,
  redoChange,
  selected,
  undoChange,
} from '../edit/edit-state.ts';
import { formatClock } from '../edit/format-time.ts';
import { ToolButton } from '../layout/tool-button.tsx';
import { duplicateSelected, removeSelected, splitAtPlayhead } from './clip-actions.ts';
import { ClipBox } from './clip-box.tsx';
import { arrivingFiles, dropFile, leaveTimeline, showLanding } from './drop-files.ts';
import { findStrip } from './film-strips.ts';
import { beginLasso, lasso } from './lasso.ts';
import { layers, loadLayers } from './load-layers.ts';
import { MarkLines, MarkTools } from './mark-lines.tsx';
import { INDENT, type Landing, landing, marks, snapLine, zoom } from './timeline-state.ts';
import { fitTimeline, useTimelineView, zoomBy, zoomWithWheel } from './timeline-view.ts';
import { findHead, nameTrack, trackRows } from './track-state.ts';
import { findWave, findWaveShift } from './waveforms.ts';

/** The tracks with their clips over time. The track in front of all others is the first row. */
export function TimelinePanel(): JSX.Element {
  const view = useTimelineView();
  const heads = useRef<HTMLDivElement>(null);
  const { value: loaded } = layers;
  useEffect(() => void loadLayers(), []);
  const tracks = draft.value.timeline?.tracks ?? [];
  const width = `${(timelineEnd.value + 2) * zoom.value + INDENT}px`;
  return (
    <section class="timeline" aria-label="Timeline">
      <TimelineTools />
      {loaded && <loaded.TransitionShelf />}
      <div class="timeline-body">
        {loaded ? <loaded.TrackList place={heads} /> : <div class="heads" />}
        <div
          class="lanes"
          ref={view}
          onWheel={zoomWithWheel}
          onScroll={({ currentTarget }) => {
            if (heads.current) heads.current.scrollTop = currentTarget.scrollTop;
          }}
        >
          <div
            class="lanes-inner"
            style={{ width }}
            onPointerDown={beginLasso}
            onDragOver={showLanding}
            onDragLeave={leaveTimeline}
            onDrop={dropFile}
          >
            <Ruler />
            <div role="listbox" aria-multiselectable="true" aria-label="Clips">
              {trackRows.value.map(({ track, height }) =>
                track === 'front' ? (
                  <div key={track} class="lane" style={{ height: `${height}px` }} />
                ) : (
                  <Row key={track} track={tracks[track] ?? {}} index={track} height={height} />
                ),
              )}
            </div>
            {loaded && <loaded.CutLayer />}
            {loaded && <loaded.KeyframeLayer />}
            <Landings />
            <Lines />
          </div>
        </div>
      </div>
      {loaded && <loaded.TransitionMenu />}
      {loaded && <loaded.TimelineMenu />}
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
      <MarkLines />
    </div>
  );
}

/**
 * A track. As it reads signals, it is drawn again only if it has changed: other tracks have the same parts as before.
 */
function Row({
  track,
  index,
  height,
}: {
  readonly track: DraftTrack;
  readonly index: number;
  /** Pixels. */
  readonly height: number;
}): JSX.Element {
  const own = spans.value.filter((span) => span.track === index);
  const { isHidden = false, isLocked = false } = findHead(index);
  const isWrong = (span: ClipSpan): boolean =>
    problemFields.value.some((field) => field.startsWith(keyOf(span)));
  return (
    <div
      class={`lane${isHidden ? ' hidden' : ''}${isLocked ? ' locked' : ''}`}
      role="group"
      aria-label={nameTrack(index)}
      style={{ height: `${height}px` }}
      onContextMenu={(event) => layers.value?.openPlaceMenu(event, index)}
    >
      {own.map((span) => {
        const clip = track.clips?.[span.clip] ?? {};
        const wave = findWave(clip, span);
        return (
          <ClipBox
            key={span.clip}
            span={span}
            name={nameClip(fillPlaceholders(clip, { merge: merge.value }), findFileName)}
            type={clip.asset?.type ?? 'clip'}
            strip={findStrip(clip, span)}
            wave={wave}
            waveShift={wave ? findWaveShift(wave, clip) : 0}
            zoom={zoom.value}
            isSelected={selection.value.has(keyOf(span))}
            hasProblem={isWrong(span)}
          />
        );
      })}
    </div>
  );
}

/** The landing of a dragged file, and those of the files that are being uploaded. */
function Landings(): JSX.Element {
  const { value: shown } = landing;
  const placed = ({ start, length, top, height }: Landing): Record<string, string> => ({
    left: `${start * zoom.value + INDENT}px`,
    width: `${length * zoom.value}px`,
    top: `${top}px`,
    height: `${height}px`,
  });
  const uploads = uploadsOfSession()?.uploads.value ?? [];
  return (
    <div aria-hidden="true">
      {shown && (
        <div class="landing" style={placed(shown)}>
          {formatClock(shown.start)}
          {typeof shown.track === 'string' && ', new track'}
        </div>
      )}
      {arrivingFiles.value.map((one) => (
        <div key={`${one.name} ${one.start}`} class="landing arriving" style={placed(one)}>
          {one.name} {describeArrival(uploads.find(({ file }) => file === one.file))}
        </div>
      ))}
    </div>
  );
}

function describeArrival(upload: ShownUpload | undefined): string {
  if (!upload) return 'is read';
  if (upload.state === 'failed' || upload.state === 'paused') return 'has stopped: see Assets';
  return `${Math.floor((100 * upload.sent) / Math.max(1, upload.size))} %`;
}

function Lines(): JSX.Element {
  const { value: snapped } = snapLine;
  const { value: drawn } = lasso;
  return (
    <>
      <div class="playhead" style={{ transform: `translateX(${playhead.value * zoom.value + INDENT}px)` }} />
      {drawn && (
        <div
          class="lasso"
          style={{
            left: `${drawn.left}px`,
            top: `${drawn.top}px`,
            width: `${drawn.right - drawn.left}px`,
            height: `${drawn.bottom - drawn.top}px`,
          }}
        />
      )}
      {snapped !== undefined && (
        <div class="snap" style={{ transform: `translateX(${snapped * zoom.value + INDENT}px)` }} />
      )}
    </>
  );
}

function seekTo(event: PointerEvent & { readonly currentTarget: HTMLElement }): void {
  const { left } = event.currentTarget.getBoundingClientRect();
  seek(
    secondsOfFrames(
      nearestFrameAt((event.clientX - left - INDENT) / zoom.value, frameRate.value),
      frameRate.value,
    ),
  );
}

/** The buttons above the tracks. */
function TimelineTools(): JSX.Element {
  const { future } = history.value;
  const isNothingSelected = selected.value.length === 0;
  return (
    <div class="tools" role="toolbar" aria-label="Timeline">
      <ToolButton icon="undo" name="Undo" keys="Ctrl Z" isDisabled={!canUndo.value} run={undoChange} />
      <ToolButton
        icon="redo"
        name="Redo"
        keys="Ctrl Shift Z"
        isDisabled={future.length === 0}
        run={redoChange}
      />
      <span class="divider" />
      <ToolButton icon="split" name="Split" keys="S" run={splitAtPlayhead} />
      <ToolButton
        icon="duplicate"
        name="Duplicate"
        keys="Ctrl D"
        isDisabled={isNothingSelected}
        run={duplicateSelected}
      />
      <ToolButton
        icon="delete"
        name="Delete"
        keys="Delete"
        isDisabled={isNothingSelected}
        run={removeSelected}
      />
      <span class="divider" />
      <MarkTools />
      <span class="space" />
      <ToolButton icon="fit" name="Show the whole timeline" keys="Shift Z" run={fitTimeline} />
      <ToolButton icon="zoomOut" name="Zoom out" keys="-" run={() => zoomBy(1 / 1.4)} />
      <ToolButton icon="zoomIn" name="Zoom in" keys="+" run={() => zoomBy(1.4)} />
    </div>
  );
}
