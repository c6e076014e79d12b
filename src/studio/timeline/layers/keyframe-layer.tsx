import type { JSX } from 'preact';
import { pathOf } from '../../document/clip-path.ts';
import { type ClipSpan, findClip, keyOf } from '../../document/clip-spans.ts';
import { describeChanges } from '../../document/describe-changes.ts';
import type { DraftClip } from '../../document/edit-text.ts';
import { roundTime, secondsOfFrames, toGrid } from '../../document/frame-grid.ts';
import { readSharedFades } from '../../document/cut/cross-fade-sound.ts';
import { type FieldValue, withFields } from '../../document/motion/cut-motion.ts';
import {
  addKeyframe,
  type Keyframe,
  limitKeyframe,
  listKeyframes,
  moveKeyframe,
  removeKeyframe,
} from '../../document/motion/keyframes.ts';
import { apply, draft, frameRate, playhead, seek, selected } from '../../edit/edit-state.ts';
import { formatClock } from '../../edit/format-time.ts';
import { notify } from '../../shell/notice.tsx';
import { wordsOf } from '../../schema/field-words.ts';
import { followPointer, keyframeElements, LEAST_DRAG } from '../drag-clips.ts';
import { INDENT, zoom } from '../timeline-state.ts';
import { trackRows } from '../track-state.ts';

/** Changes the animated numbers of a clip. */
function changeKeyframes(span: ClipSpan, change: (clip: DraftClip) => FieldValue[], group?: string): void {
  const clip = findClip(draft.value, span) ?? {};
  apply(describeChanges(pathOf(span), clip, withFields(clip, change(clip))), group);
}

/** Returns a clip without the fades of its sound into a neighbour, which are changed at their cut. */
function findAnimated(span: ClipSpan): DraftClip {
  const clip = findClip(draft.value, span) ?? {};
  const isShared = readSharedFades(draft.value, span) !== undefined;
  return isShared ? withFields(clip, [{ path: ['asset', 'volume'], value: undefined }]) : clip;
}

/** Adds a keyframe at the playhead to the selected clips that are animated. */
export function addKeyframes(): void {
  const animated = selected.value.filter((span) => listKeyframes(findAnimated(span)).length > 0);
  if (animated.length === 0)
    notify(
      'Select a clip with an animated field. "Animate" in the form, beside a field with ◆, makes it one.',
    );
  for (const span of animated) {
    const at = roundTime(toGrid(playhead.value, frameRate.value) - span.start);
    if (at >= 0 && at <= span.length)
      changeKeyframes(span, () => addKeyframe(findAnimated(span), at, span.length));
  }
}

/** The keyframes of the selected clips, as diamonds on their lower edges. */
export function KeyframeLayer(): JSX.Element {
  return (
    <>
      {selected.value.map((span) => {
        const frames = listKeyframes(findAnimated(span));
        const row = trackRows.value.find(({ track }) => track === span.track);
        if (frames.length === 0 || !row) return null;
        const key = keyOf(span);
        return (
          <div
            key={key}
            class="keyframes"
            role="group"
            aria-label="Keyframes"
            style={{ top: `${row.top + row.height - 27}px`, left: `${span.start * zoom.value + INDENT}px` }}
            ref={(element) => {
              if (element) keyframeElements.set(key, element);
              else keyframeElements.delete(key);
            }}
          >
            {frames.map((frame, index) => (
              <Diamond key={index} span={span} frame={frame} />
            ))}
          </div>
        );
      })}
    </>
  );
}

interface DiamondProps {
  readonly span: ClipSpan;
  readonly frame: Keyframe;
}

/** A keyframe. It is moved with the mouse or with arrow keys, and removed with Delete. */
function Diamond({ span, frame: { at, paths } }: DiamondProps): JSX.Element {
  const fields = paths.map((path) => wordsOf(path.filter((step) => step !== 'asset').join(' '))).join(', ');
  const move = (to: number, group?: string): void => {
    const clip = findClip(draft.value, span) ?? {};
    const frame = secondsOfFrames(1, frameRate.value);
    const limited = limitKeyframe(clip, at, to, span.length, frame);
    changeKeyframes(span, (each) => moveKeyframe(each, at, roundTime(limited)), group);
  };
  return (
    <button
      type="button"
      class="keyframe"
      aria-label={`Keyframe at ${formatClock(span.start + at)}: ${fields}`}
      title={`${fields}: drag it, or use the arrow keys and Delete`}
      style={{ left: `${at * zoom.value}px` }}
      onPointerDown={(event) => beginMove(event, at, { move, press: () => seek(span.start + at) })}
      onClick={({ detail }) => {
        // By a key. The pointer has its own way.
        if (detail === 0) seek(span.start + at);
      }}
      onKeyDown={(event) => {
        const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const isDelete = event.key === 'Delete' || event.key === 'Backspace';
        if (steps === undefined && !isDelete) return;
        event.preventDefault();
        event.stopPropagation();
        if (steps === undefined) changeKeyframes(span, (clip) => removeKeyframe(clip, at));
        else move(at + secondsOfFrames(steps * (event.shiftKey ? 10 : 1), frameRate.value), 'keyframe');
      }}
    />
  );
}

/** Follows the pointer, and moves the keyframe once at the release. A press without a move does something else. */
function beginMove(
  event: PointerEvent,
  at: number,
  on: { readonly move: (to: number) => void; readonly press: () => void },
): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  const { clientX } = event;
  const button = event.currentTarget as HTMLElement;
  let by = 0;
  followPointer(event, {
    move: (moved) => {
      by = moved.clientX - clientX;
      if (Math.abs(by) >= LEAST_DRAG) button.style.transform = `translateX(${by}px)`;
    },
    end: (isDone) => {
      button.style.transform = '';
      if (!isDone) return;
      if (Math.abs(by) < LEAST_DRAG) on.press();
      else on.move(toGrid(at + by / zoom.value, frameRate.value));
    },
  });
}
