import { signal } from '@preact/signals';
import { selection } from '../edit/edit-state.ts';
import { clipElements, LEAST_DRAG } from './drag-clips.ts';

/** A rectangle in pixels from the corner of the tracks. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The rectangle that is drawn around clips. Undefined if none is. */
export const lasso = signal<Box | undefined>(undefined);

/** Pixels at the left and the right edge within which the timeline scrolls. */
const SCROLL_EDGE = 24;
const SCROLL_STEP = 16;

/**
 * Follows the pointer from a press on an empty part of the tracks to its release, and selects the clips that the
 * rectangle touches. With Shift or Control, adds them. A press alone selects nothing.
 */
export function beginLasso(event: PointerEvent): void {
  const { button, shiftKey, ctrlKey, metaKey, pointerId } = event;
  const inner = event.currentTarget as HTMLElement;
  if (button !== 0 || (event.target as Element).closest('.clip, .ruler, .cut, .keyframe')) return;
  const before = selection.peek();
  const kept: ReadonlySet<string> = shiftKey || ctrlKey || metaKey ? before : new Set();
  const from = placeIn(inner, event);
  const clips = listClipBoxes(inner);
  inner.setPointerCapture(pointerId);
  selection.value = kept;
  const move = (moved: PointerEvent): void => {
    scrollAtEdge(inner.parentElement, moved.clientX);
    const box = boxBetween(from, placeIn(inner, moved));
    if (!lasso.peek() && Math.hypot(box.right - box.left, box.bottom - box.top) < LEAST_DRAG) return;
    lasso.value = box;
    const touched = clips.filter((clip) => touches(clip.box, box)).map(({ key }) => key);
    const chosen = new Set([...kept, ...touched]);
    // The form is drawn again only if there is another selection.
    const { size } = selection.peek();
    if (size !== chosen.size || [...chosen].some((key) => !selection.peek().has(key)))
      selection.value = chosen;
  };
  const end = ({ type }: PointerEvent): void => {
    inner.removeEventListener('pointermove', move);
    inner.removeEventListener('pointerup', end);
    inner.removeEventListener('pointercancel', end);
    lasso.value = undefined;
    if (type === 'pointercancel') selection.value = before;
  };
  inner.addEventListener('pointermove', move);
  inner.addEventListener('pointerup', end);
  inner.addEventListener('pointercancel', end);
}

/** True if two rectangles have a part in common. */
function touches(one: Box, other: Box): boolean {
  return (
    one.left <= other.right && one.right >= other.left && one.top <= other.bottom && one.bottom >= other.top
  );
}

function listClipBoxes(inner: HTMLElement): { readonly key: string; readonly box: Box }[] {
  const corner = inner.getBoundingClientRect();
  return [...clipElements].map(([key, element]) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = {
      left: left - corner.left,
      right: right - corner.left,
      top: top - corner.top,
      bottom: bottom - corner.top,
    };
    return { key, box };
  });
}

function placeIn(inner: HTMLElement, { clientX, clientY }: PointerEvent): { x: number; y: number } {
  const { left, top } = inner.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function boxBetween(one: { x: number; y: number }, other: { x: number; y: number }): Box {
  return {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    top: Math.min(one.y, other.y),
    bottom: Math.max(one.y, other.y),
  };
}

function scrollAtEdge(lanes: HTMLElement | null, clientX: number): void {
  if (!lanes) return;
  const { left, right } = lanes.getBoundingClientRect();
  if (clientX > right - SCROLL_EDGE) lanes.scrollLeft += SCROLL_STEP;
  else if (clientX < left + SCROLL_EDGE) lanes.scrollLeft -= SCROLL_STEP;
}
