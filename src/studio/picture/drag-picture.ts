import { batch } from '@preact/signals';
import { addsToSelection, LEAST_DRAG } from '../timeline/drag-clips.ts';
import { selection } from '../edit/edit-state.ts';
import { readAt } from '../schema/walk-schema.ts';
import { chooseClip, endTrial, makeChange, openClip, type PlaceChange, tryChange } from './change-clips.ts';
import {
  cropBy,
  dragHandle,
  type Handle,
  HANDLES,
  isFree,
  moveBy,
  toLocal,
  turnBy,
} from './geometry/change-place.ts';
import { findHits } from './geometry/find-hits.ts';
import { type Point, pointOf } from './geometry/shown-clip.ts';
import {
  boxAround,
  type Lines,
  listLines,
  snapBox,
  snapPoint,
  type SnappedMove,
} from './geometry/snap-place.ts';
import {
  canvas,
  chosenClips,
  croppedKey,
  type PictureClip,
  pictureClips,
  safeAreas,
  snapLines,
  writtenKey,
} from './picture-state.ts';

/** Pixels of the screen within which a line pulls. */
const SNAP_PIXELS = 6;
/** Degrees between the angles that a rotation is pulled to, and within which it is. With Shift, all are far apart. */
const TURN = { step: 45, reach: 3, shifted: 15 };

/** Returns the point of the output below the pointer. */
function pointAt(event: MouseEvent): Point {
  const inverse = stageOf(event)?.getScreenCTM()?.inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
  return { x, y };
}

/** Pixels of the output for each pixel of the screen. */
function outputPixels(event: MouseEvent): number {
  return 1 / (stageOf(event)?.getScreenCTM()?.a ?? 1);
}

function stageOf({ target }: MouseEvent): SVGSVGElement | null {
  return (target as Element).closest<SVGSVGElement>('svg.picture-stage');
}

/** A press on the picture. */
interface Press {
  /** The clips at the pointer, the one on top first. */
  readonly hits: readonly PictureClip[];
  /** The one of them that was selected before. */
  readonly chosen?: PictureClip | undefined;
  wasDragged: boolean;
}

let lastPress: Press = { hits: [], wasDragged: false };

/** The clip that the first of several clicks was on. */
let clicked: PictureClip | undefined;

/** Selects the clip that is on top at the pointer, unless one there is selected, and moves what is selected. */
export function pressPicture(event: PointerEvent): void {
  if (event.button !== 0) return;
  const hits = findHits(pictureClips.peek(), pointAt(event));
  const chosen = hits.find(({ key }) => selection.peek().has(key));
  const press: Press = { hits, chosen, wasDragged: false };
  lastPress = press;
  const under = chosen ?? hits[0];
  writtenKey.value = undefined;
  if (croppedKey.peek() !== under?.key) croppedKey.value = undefined;
  if (!under) {
    if (!addsToSelection(event)) selection.value = new Set();
    return;
  }
  event.preventDefault();
  if (!chosen) chooseClip(under.key, addsToSelection(event));
  stageOf(event)?.querySelector<SVGElement>(`[data-clip="${under.key}"]`)?.focus();
  const clips = chosenClips.peek();
  const lines = linesFor(clips);
  follow(event, (by, moved) => {
    press.wasDragged = true;
    const wanted = moved.shiftKey ? straighten(by) : by;
    const snapped = moved.altKey
      ? withoutLines(wanted)
      : snapBox(boxAround(clips), wanted, lines, SNAP_PIXELS * outputPixels(event));
    snapLines.value = snapped.lines;
    return new Map(clips.map((clip) => [clip, moveBy(clip, snapped.by)]));
  });
}

/** Selects the clip behind the selected one, and after the last one that on top again. */
export function clickPicture(event: MouseEvent): void {
  const { hits, chosen, wasDragged } = lastPress;
  if (event.detail !== 1) return;
  clicked = chosen ?? hits[0];
  if (wasDragged || !chosen) return;
  if (addsToSelection(event)) chooseClip(chosen.key, true);
  else chooseClip((hits[(hits.indexOf(chosen) + 1) % hits.length] ?? chosen).key, false);
}

/** Begins to write the words of a clip, or to crop it. */
export function openClicked(): void {
  if (clicked) openClip(clicked);
}

/** Returns a movement along one axis only. */
function straighten(by: Point): Point {
  return Math.abs(by.x) > Math.abs(by.y) ? { x: by.x, y: 0 } : { x: 0, y: by.y };
}

/** Follows a drag of a corner or a side. */
export function pressHandle(event: PointerEvent, clip: PictureClip, handle: Handle): void {
  const isCropping = croppedKey.peek() === clip.key;
  const at = HANDLES[handle];
  const from = pointOf(clip, at);
  const opposite = pointOf(clip, { x: 1 - at.x, y: 1 - at.y });
  const lines = linesFor([clip]);
  const diagonal = { x: from.x - opposite.x, y: from.y - opposite.y };
  pressGrip(event, (by, moved) => {
    const isKept = !isCropping && !isFree(clip, handle, moved.shiftKey);
    const along = isKept || handle.length === 1 ? diagonal : undefined;
    const snapped = moved.altKey
      ? withoutLines(by)
      : snapPoint(from, by, lines, SNAP_PIXELS * outputPixels(event), along);
    snapLines.value = snapped.lines;
    const fields = isCropping
      ? cropBy(clip, handle, toLocal(clip, snapped.by))
      : dragHandle(clip, handle, snapped.by, moved.shiftKey);
    return new Map([[clip, fields]]);
  });
}

/** Follows a drag of the handle that turns a clip. */
export function pressTurn(event: PointerEvent, clip: PictureClip): void {
  const middle = pointOf(clip, { x: 0.5, y: 0.5 });
  const from = pointAt(event);
  const angleOf = ({ x, y }: Point): number => (180 * Math.atan2(y - middle.y, x - middle.x)) / Math.PI;
  const before = Number(readAt(clip.clip, ['transform', 'rotate', 'angle']) ?? 0);
  pressGrip(event, (by, moved) => {
    const turned = angleOf({ x: from.x + by.x, y: from.y + by.y }) - angleOf(from);
    const shortest = ((((turned + 180) % 360) + 360) % 360) - 180;
    return new Map([[clip, turnBy(clip, pullAngle(before + shortest, moved) - before)]]);
  });
}

function pullAngle(angle: number, { altKey, shiftKey }: PointerEvent): number {
  const { step, reach, shifted } = TURN;
  if (shiftKey) return shifted * Math.round(angle / shifted);
  const near = step * Math.round(angle / step);
  return !altKey && Math.abs(angle - near) <= reach ? near : angle;
}

function pressGrip(event: PointerEvent, change: Drag): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  event.preventDefault();
  (event.currentTarget as SVGElement).focus();
  lastPress = { hits: [], wasDragged: true };
  follow(event, change);
}

/** Returns what a drag changes. @param by pixels of the output since the press. */
type Drag = (by: Point, moved: PointerEvent) => PlaceChange;

/** Follows the pointer from a press to its release, and then changes the edit once. Escape ends it without a change. */
function follow(event: PointerEvent, change: Drag): void {
  const stage = stageOf(event);
  if (!stage) return;
  const from = pointAt(event);
  let latest: PlaceChange | undefined;
  stage.setPointerCapture(event.pointerId);
  const move = (moved: PointerEvent): void => {
    const pixels = Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY);
    if (!latest && pixels < LEAST_DRAG) return;
    const { x, y } = pointAt(moved);
    latest = change({ x: x - from.x, y: y - from.y }, moved);
    tryChange(latest);
  };
  const end = ({ type }: Event): void => {
    stage.removeEventListener('pointermove', move);
    stage.removeEventListener('pointerup', end);
    stage.removeEventListener('pointercancel', end);
    document.removeEventListener('keydown', cancel, true);
    // In one step, so that the picture never shows the edit before the drag again.
    batch(() => {
      if (type === 'pointerup' && latest) makeChange(latest);
      endTrial();
    });
  };
  const cancel = (pressed: KeyboardEvent): void => {
    if (pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    end(pressed);
  };
  stage.addEventListener('pointermove', move);
  stage.addEventListener('pointerup', end);
  stage.addEventListener('pointercancel', end);
  document.addEventListener('keydown', cancel, true);
}

function linesFor(moved: readonly PictureClip[]): Lines {
  const keys = new Set(moved.map(({ key }) => key));
  const others = pictureClips.peek().filter(({ key }) => !keys.has(key));
  return listLines(canvas.peek(), others, safeAreas.peek());
}

function withoutLines(by: Point): SnappedMove {
  return { by, lines: { x: [], y: [] } };
}
