import { type ClipSpan, findClip, keyOf } from '../document/clip-spans.ts';
import { moveClips, moveToTrack } from '../document/commands.ts';
import type { DraftClip } from '../document/edit-text.ts';
import { toGrid } from '../document/frame-grid.ts';
import { snap } from '../document/snap.ts';
import { type CutFacts, limitTrim, trimClip } from '../document/cut/trim-clip.ts';
import { apply, draft, frameRate, playhead, selected, selection, spans } from '../edit/edit-state.ts';
import { account } from '../shell/session.ts';
import { findFileLength } from './file-lengths.ts';
import { SNAP_PIXELS, snapLine, zoom } from './timeline-state.ts';

/** The kinds of drags. They change the place of the selected clips, or one edge of one clip. */
export type DragKind = 'move' | 'start' | 'end';

/** Pixels that the pointer must move before a press becomes a drag. */
export const LEAST_DRAG = 3;

/** The elements of the clips by their keys, which a drag moves without drawing the page again. */
export const clipElements = new Map<string, HTMLElement>();

/**
 * Follows the pointer from a press on a clip to its release, and then changes the edit once.
 *
 * @param span the pressed clip.
 */
export function beginDrag(event: PointerEvent, span: ClipSpan, kind: DragKind): void {
  if (event.button !== 0) return;
  event.preventDefault();
  selectClip(event, span);
  const target = event.currentTarget as HTMLElement;
  target.focus();
  target.setPointerCapture(event.pointerId);
  const drag = new ClipDrag(span, kind, event);
  const move = (moved: PointerEvent): void => drag.move(moved);
  const end = (ended: PointerEvent): void => {
    target.removeEventListener('pointermove', move);
    target.removeEventListener('pointerup', end);
    target.removeEventListener('pointercancel', end);
    const isClick = !drag.end(ended.type === 'pointerup') && ended.type === 'pointerup';
    if (isClick && !isAdding(event)) selection.value = new Set([keyOf(span)]);
  };
  target.addEventListener('pointermove', move);
  target.addEventListener('pointerup', end);
  target.addEventListener('pointercancel', end);
}

/** Selects the pressed clip. With Shift or Control, adds it to the selection or takes it out. */
export function selectClip(event: PointerEvent | KeyboardEvent, span: ClipSpan): void {
  const key = keyOf(span);
  const several = isAdding(event);
  if (!several && selection.value.has(key)) return;
  const next = new Set(several ? selection.value : []);
  if (several && next.has(key)) next.delete(key);
  else next.add(key);
  selection.value = next;
}

/** True if a press adds to the selection. */
function isAdding({ shiftKey, ctrlKey, metaKey }: PointerEvent | KeyboardEvent): boolean {
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
  private by = 0;
  private track: number;
  private isDragging = false;

  constructor(span: ClipSpan, kind: DragKind, { clientX, clientY }: PointerEvent) {
    this.span = span;
    this.kind = kind;
    this.from = { x: clientX, y: clientY };
    this.track = span.track;
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
    const reach = altKey ? 0 : SNAP_PIXELS / zoom.value;
    const pulled = snap(this.edges(), wanted, this.lines, reach);
    this.by = this.limit(pulled.at === undefined ? this.toFrame(pulled.by) : pulled.by);
    snapLine.value = this.by === pulled.by ? pulled.at : undefined;
    if (this.kind === 'move' && this.moved.length === 1) this.track = trackAt(clientX, clientY) ?? this.track;
    this.show();
  }

  /** Ends the drag. Returns true if there was one. @param isDone false if it was cancelled. */
  end(isDone: boolean): boolean {
    snapLine.value = undefined;
    for (const span of this.moved) resetElement(clipElements.get(keyOf(span)));
    if (isDone && this.isDragging) this.change();
    return this.isDragging;
  }

  private change(): void {
    if (this.track !== this.span.track) {
      apply(moveToTrack(draft.value, this.span, this.track, this.span.start + this.by));
      selection.value = new Set();
      return;
    }
    if (this.by === 0) return;
    if (this.kind === 'move') apply(moveClips(draft.value, this.moved, this.by));
    else apply(trimClip(draft.value, this.span, this.kind, this.by, this.facts));
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
    if (this.kind !== 'move') return limitTrim(this.clip, this.span, this.kind, by, this.facts);
    return Math.max(by, -Math.min(...this.moved.map((span) => span.start)));
  }

  private show(): void {
    const pixels = this.by * zoom.value;
    for (const span of this.moved) {
      const element = clipElements.get(keyOf(span));
      if (!element) continue;
      const { style } = element;
      style.zIndex = '2';
      if (this.kind !== 'end') style.transform = `translate(${pixels}px, ${this.rows()}px)`;
      if (this.kind === 'end') style.width = `${span.length * zoom.value + pixels}px`;
      if (this.kind === 'start') style.width = `${span.length * zoom.value - pixels}px`;
    }
  }

  /** Pixels to the row of the track that the clip is moved to. */
  private rows(): number {
    if (this.track === this.span.track) return 0;
    const [own, other] = [rowOf(this.span.track), rowOf(this.track)];
    return own && other ? other.offsetTop - own.offsetTop : 0;
  }
}

function resetElement(element: HTMLElement | undefined): void {
  if (!element) return;
  element.style.transform = '';
  element.style.zIndex = '';
  element.style.width = element.dataset['width'] ?? '';
}

function rowOf(track: number): HTMLElement | null {
  return document.querySelector(`[data-track="${track}"]`);
}

function trackAt(x: number, y: number): number | undefined {
  const row = document
    .elementsFromPoint(x, y)
    .find((element): element is HTMLElement => element instanceof HTMLElement && 'track' in element.dataset);
  const track = row?.dataset['track'];
  return track === undefined ? undefined : Number(track);
}
