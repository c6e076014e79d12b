import { type ClipSpan, findClip, keyOf } from '../document/clip-spans.ts';
import { moveClips } from '../document/commands.ts';
import type { DraftClip } from '../document/edit-text.ts';
import { nearestFrameAt, secondsOfFrames, toGrid } from '../document/frame-grid.ts';
import { snap } from '../document/snap.ts';
import { canSlip, limitSlip, slipClip } from '../document/cut/slip-clip.ts';
import { type CutFacts, limitTrim, trimClip } from '../document/cut/trim-clip.ts';
import { moveToTracks, type TrackTarget } from '../document/tracks/move-to-tracks.ts';
import { apply, draft, frameRate, playhead, selected, selection, spans } from '../edit/edit-state.ts';
import { notify } from '../shell/notice.tsx';
import { account } from '../shell/session.ts';
import { findFileLength } from './file-lengths.ts';
import { landing, SNAP_PIXELS, snapLine, zoom } from './timeline-state.ts';
import { placeAbove, RULER_HEIGHT, trackRows } from './track-state.ts';

/** The kinds of drags. They change the place of the selected clips, one edge of one clip, or the part of its file. */
export type DragKind = 'move' | 'start' | 'end' | 'slip';

/** Pixels that the pointer must move before a press becomes a drag. */
export const LEAST_DRAG = 3;
/** Pixels up or down after which a clip may get a new track. */
const LEAST_LEAP = 14;
/** Pixels above and below the line between two rows that stand for a new track. */
const BETWEEN_ROWS = 5;

/** The reason why a clip cannot show another part of its file. */
export const CANNOT_SLIP =
  'Only a film or a sound that plays forwards at one speed can show another part of its file.';

/** The elements of the clips by their keys, which a drag moves without drawing the page again. */
export const clipElements = new Map<string, HTMLElement>();

/** The elements that show the keyframes of clips, which move with them. */
export const keyframeElements = new Map<string, HTMLElement>();

/**
 * Follows the pointer from a press on a clip to its release, and then changes the edit once.
 *
 * @param span the pressed clip.
 */
export function beginDrag(event: PointerEvent, span: ClipSpan, kind: DragKind): void {
  if (event.button !== 0) return;
  event.preventDefault();
  if (kind === 'slip') selection.value = new Set([keyOf(span)]);
  else selectClip(event, span);
  const target = event.currentTarget as HTMLElement;
  target.focus();
  const drag = new ClipDrag(span, kind, event);
  followPointer(event, {
    move: (moved) => drag.move(moved),
    end: (isDone) => {
      const isClick = !drag.end(isDone) && isDone;
      if (isClick && !addsToSelection(event)) selection.value = new Set([keyOf(span)]);
    },
  });
}

/**
 * Calls back with each move of the pointer from a press to its release.
 *
 * @param on `end` is told false if the drag was cancelled.
 */
export function followPointer(
  { currentTarget, pointerId }: PointerEvent,
  on: { readonly move: (moved: PointerEvent) => void; readonly end: (isDone: boolean) => void },
): void {
  const target = currentTarget as HTMLElement;
  target.setPointerCapture(pointerId);
  const end = ({ type }: PointerEvent): void => {
    target.removeEventListener('pointermove', on.move);
    target.removeEventListener('pointerup', end);
    target.removeEventListener('pointercancel', end);
    on.end(type === 'pointerup');
  };
  target.addEventListener('pointermove', on.move);
  target.addEventListener('pointerup', end);
  target.addEventListener('pointercancel', end);
}

/** Selects the pressed clip. With Shift or Control, adds it to the selection or takes it out. */
export function selectClip(event: PointerEvent | KeyboardEvent, span: ClipSpan): void {
  const key = keyOf(span);
  const several = addsToSelection(event);
  if (!several && selection.value.has(key)) return;
  const next = new Set(several ? selection.value : []);
  if (several && next.has(key)) next.delete(key);
  else next.add(key);
  selection.value = next;
}

/** True if a press adds to the selection. */
export function addsToSelection({ shiftKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent): boolean {
  return shiftKey || ctrlKey || metaKey;
}

class ClipDrag {
  private readonly span: ClipSpan;
  private readonly kind: DragKind;
  private readonly from: { readonly x: number; readonly y: number };
  private readonly moved: readonly ClipSpan[];
  private readonly lines: readonly number[];
  private readonly clip: DraftClip;
  private readonly facts: CutFacts;
  private readonly top: number;
  private by = 0;
  private target: TrackTarget = { shift: 0 };
  private isDragging = false;

  constructor(span: ClipSpan, kind: DragKind, { clientX, clientY, currentTarget }: PointerEvent) {
    this.span = span;
    this.kind = kind;
    this.from = { x: clientX, y: clientY };
    this.top = (currentTarget as HTMLElement).closest('.lanes-inner')?.getBoundingClientRect().top ?? 0;
    this.clip = findClip(draft.value, span) ?? {};
    this.facts = {
      rate: frameRate.value,
      dialect: account.value?.dialect,
      fileLength: findFileLength(this.clip),
    };
    this.moved = kind === 'move' ? selected.value : [span];
    const keys = new Set(this.moved.map(keyOf));
    const others = spans.value.filter((other) => !keys.has(keyOf(other)));
    const edges = others.flatMap(({ start, length }) => [start, start + length]);
    this.lines = [0, playhead.value, ...edges];
  }

  move({ clientX, clientY, altKey }: PointerEvent): void {
    const pixels = clientX - this.from.x;
    this.isDragging ||= Math.hypot(pixels, clientY - this.from.y) >= LEAST_DRAG;
    if (!this.isDragging) return;
    const wanted = pixels / zoom.value;
    if (this.kind === 'slip') {
      // What is seen moves with the pointer.
      const frames = nearestFrameAt(-wanted, this.facts.rate);
      this.by = limitSlip(this.clip, this.span, secondsOfFrames(frames, this.facts.rate), this.facts);
      this.show();
      return;
    }
    const reach = altKey ? 0 : SNAP_PIXELS / zoom.value;
    const pulled = snap(this.edges(), wanted, this.lines, reach);
    this.by = this.limit(pulled.at === undefined ? this.toFrame(pulled.by) : pulled.by);
    snapLine.value = this.by === pulled.by ? pulled.at : undefined;
    if (this.kind === 'move') this.target = this.findTarget(clientY);
    this.show();
  }

  /** Ends the drag. Returns true if there was one. @param isDone false if it was cancelled. */
  end(isDone: boolean): boolean {
    snapLine.value = undefined;
    landing.value = undefined;
    for (const span of this.moved) resetElement(keyOf(span));
    if (isDone && this.isDragging) this.change();
    return this.isDragging;
  }

  private change(): void {
    if (this.kind === 'slip') {
      if (canSlip(this.clip)) apply(slipClip(draft.value, this.span, this.by, this.facts));
      else notify(CANNOT_SLIP);
      return;
    }
    const isOnTrack = 'shift' in this.target && this.target.shift === 0;
    if (isOnTrack && this.by === 0) return;
    if (this.kind !== 'move') apply(trimClip(draft.value, this.span, this.kind, this.by, this.facts));
    else if (isOnTrack) apply(moveClips(draft.value, this.moved, this.by));
    else {
      const { changes, places } = moveToTracks(draft.value, spans.value, this.moved, this.by, this.target);
      if (apply(changes)) selection.value = new Set(places.map(keyOf));
    }
  }

  /** Returns the tracks at a height: others for the moved clips, or new ones between two rows or beyond all. */
  private findTarget(clientY: number): TrackTarget {
    const y = clientY - this.top;
    const rows = trackRows.peek();
    const last = rows.at(-1);
    const isFar = Math.abs(clientY - this.from.y) > LEAST_LEAP;
    const below = rows.find(({ top }) => Math.abs(y - top) <= BETWEEN_ROWS);
    if (isFar && last && y > last.top + last.height + BETWEEN_ROWS) return { newAt: placeAbove(undefined) };
    if (isFar && (below || y < RULER_HEIGHT)) return { newAt: placeAbove(below ?? rows[0]) };
    const row = rows.find(({ top, height }) => y >= top && y < top + height);
    if (row?.track === 'front') return { newAt: placeAbove(row) };
    const tracks = this.moved.map(({ track }) => track);
    const count = draft.peek().timeline?.tracks?.length ?? 1;
    const shift = (row?.track ?? this.span.track) - this.span.track;
    return { shift: Math.min(Math.max(shift, -Math.min(...tracks)), count - 1 - Math.max(...tracks)) };
  }

  /** Returns a movement at whose end the dragged edge is at the beginning of a frame. */
  private toFrame(by: number): number {
    const { start, length } = this.span;
    const edge = this.kind === 'end' ? start + length : start;
    return toGrid(edge + by, frameRate.value) - edge;
  }

  private edges(): number[] {
    const { start, length } = this.span;
    if (this.kind === 'start') return [start];
    if (this.kind === 'end') return [start + length];
    return this.moved.flatMap((span) => [span.start, span.start + span.length]);
  }

  private limit(by: number): number {
    if (this.kind === 'start' || this.kind === 'end')
      return limitTrim(this.clip, this.span, this.kind, by, this.facts);
    return Math.max(by, -Math.min(...this.moved.map((span) => span.start)));
  }

  private show(): void {
    const pixels = this.by * zoom.value;
    this.showNewTrack();
    for (const span of this.moved) {
      const element = clipElements.get(keyOf(span));
      if (!element) continue;
      const { style } = element;
      style.zIndex = '2';
      const moved = `translate(${pixels}px, ${this.rows(span)}px)`;
      if (this.kind === 'slip') {
        style.setProperty('--slip', `${-pixels}px`);
        continue;
      }
      if (this.kind !== 'end') style.transform = moved;
      if (this.kind === 'end') style.width = `${span.length * zoom.value + pixels}px`;
      if (this.kind === 'start') style.width = `${span.length * zoom.value - pixels}px`;
      const keyframes = keyframeElements.get(keyOf(span));
      if (keyframes && this.kind === 'move') keyframes.style.transform = moved;
    }
  }

  /** Shows the place of a new track, if the clips would get one. */
  private showNewTrack(): void {
    if ('shift' in this.target) {
      if (landing.peek()) landing.value = undefined;
      return;
    }
    const { newAt } = this.target;
    const rows = trackRows.peek();
    const row = rows.find((each) => placeAbove(each) === newAt);
    const last = rows.at(-1);
    const top = row?.top ?? (last ? last.top + last.height : RULER_HEIGHT);
    const { start, length } = this.span;
    landing.value = { track: 'front', start: start + this.by, length, top: top - 11, height: 22 };
  }

  /** Pixels to the row of the track that a clip is moved to. */
  private rows({ track }: ClipSpan): number {
    if (!('shift' in this.target)) return 0;
    const to = track + this.target.shift;
    const rows = trackRows.peek();
    const [own, other] = [track, to].map((each) => rows.find((row) => row.track === each));
    return own && other ? other.top - own.top : 0;
  }
}

function resetElement(key: string): void {
  const element = clipElements.get(key);
  const keyframes = keyframeElements.get(key);
  if (keyframes) keyframes.style.transform = '';
  if (!element) return;
  element.style.transform = '';
  element.style.zIndex = '';
  element.style.width = element.dataset['width'] ?? '';
  element.style.removeProperty('--slip');
}
