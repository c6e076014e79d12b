import type { JSX } from 'preact';
import type { FieldValue } from '../document/motion/cut-motion.ts';
import { readAt } from '../schema/walk-schema.ts';
import { readArrow } from './arrow-keys.ts';
import { makeChange } from './change-clips.ts';
import { describeAngle, describeCrop, describeScale, describeBox } from './describe-place.ts';
import { pressHandle, pressTurn } from './drag-picture.ts';
import {
  cropBy,
  type Handle,
  HANDLES,
  resizeBy,
  scaleBy,
  sizePathOf,
  turnBy,
} from './geometry/change-place.ts';
import { isPicture, type Point, pointOf, type ShownClip } from './geometry/shown-clip.ts';
import { canvas, croppedKey, type PictureClip } from './picture-state.ts';

const CORNERS: readonly Handle[] = ['nw', 'ne', 'se', 'sw'];
const SIDES = ['n', 'e', 's', 'w'] as const;
/** Least side of a clip with handles on all sides, as a share of the larger side of the output. */
const ROOM = 0.08;
/** Distance of the handle that turns from the clip, as a share of the height of the output. */
const TURN_DISTANCE = 0.07;

/** A handle for the pointer and the keys. */
interface Grip {
  readonly name: string;
  readonly at: Point;
  readonly shape: 'square' | 'round';
  readonly cursor: string;
  readonly value: number;
  readonly text: string;
  /** Undefined for a handle that only the pointer needs, because another one has its keys. */
  readonly step?: ((steps: number) => FieldValue[]) | undefined;
  readonly press: (event: PointerEvent) => void;
}

/** The handles of a clip: at its corners to scale it, at the sides of its box, and above it to turn it. */
export function ClipGrips({ clip }: { readonly clip: PictureClip }): JSX.Element {
  const grips = croppedKey.value === clip.key ? listCropGrips(clip) : listGrips(clip);
  return (
    <>
      {grips.map((grip) => (
        <GripMark key={`${clip.key} ${grip.name}`} grip={grip} clip={clip} />
      ))}
    </>
  );
}

/** A handle. A line without length has a cap of the same size on every screen. */
function GripMark({ grip, clip }: { readonly grip: Grip; readonly clip: PictureClip }): JSX.Element {
  const { name, at, shape, cursor, value, text, step, press } = grip;
  const { width, height } = canvas.value;
  const line = `M${limit(at.x, 0, width)} ${limit(at.y, 0, height)}h0.001`;
  const marks = (
    <>
      <path class="grip-reach" d={line} />
      <path class="grip-edge" d={line} />
      <path class="grip-mark" d={line} />
    </>
  );
  const common = { class: `grip ${shape}`, style: { cursor }, onPointerDown: press };
  if (!step)
    return (
      <g {...common} aria-hidden="true">
        {marks}
      </g>
    );
  return (
    <g
      {...common}
      role="slider"
      tabindex={0}
      aria-label={`${name} of ${clip.name}`}
      aria-valuenow={value}
      aria-valuetext={text}
      onKeyDown={(event) => {
        const arrow = readArrow(event);
        if (!arrow) return;
        event.preventDefault();
        event.stopPropagation();
        makeChange(new Map([[clip, step(arrow.x - arrow.y)]]), `${name} ${clip.key}`);
      }}
    >
      {marks}
    </g>
  );
}

function listGrips(clip: PictureClip): Grip[] {
  const scale = Number(clip.clip['scale'] ?? 1);
  const corners = CORNERS.map((handle): Grip => ({
    ...gripAt(clip, handle),
    name: handle === 'se' ? 'Size' : `Corner ${handle}`,
    value: Math.round(100 * scale),
    text: describeScale(clip),
    step: handle === 'se' ? (steps) => scaleBy(clip, (scale + steps / 100) / scale) : undefined,
  }));
  const hasBox = sizePathOf(clip, 'width') !== undefined && !isPicture(clip.clip.asset);
  const room = ROOM * Math.max(canvas.value.width, canvas.value.height);
  // In a small clip, handles beyond those with keys would leave no room to take it.
  const hasRoom = { n: clip.bounds.width > room, w: clip.bounds.height > room, e: true, s: true };
  const sides = SIDES.filter((handle) => hasRoom[handle]).map((handle): Grip => {
    const isWidth = handle === 'e' || handle === 'w';
    const step = (steps: number): FieldValue[] => resizeBy(clip, handle, { x: steps, y: steps });
    return {
      ...gripAt(clip, handle),
      name: handle === 'e' ? 'Width' : handle === 's' ? 'Height' : `Side ${handle}`,
      value: Math.round(isWidth ? clip.bounds.width : clip.bounds.height),
      text: describeBox(clip),
      step: handle === 'e' || handle === 's' ? step : undefined,
    };
  });
  return [...(hasBox ? sides : []), ...corners, turnGrip(clip)];
}

const CROP_NAMES = new Map<Handle, string>([
  ['n', 'top'],
  ['e', 'right'],
  ['s', 'bottom'],
  ['w', 'left'],
]);

function listCropGrips(clip: PictureClip): Grip[] {
  return [...CORNERS, ...SIDES].map((handle): Grip => {
    const side = CROP_NAMES.get(handle);
    const step = (steps: number): FieldValue[] => cropBy(clip, handle, { x: steps, y: steps });
    return {
      ...gripAt(clip, handle),
      name: side === undefined ? `Corner ${handle}` : `Crop at the ${side}`,
      value: Math.round(100 * Number(readAt(clip.clip, ['asset', 'crop', side ?? '']) ?? 0)),
      text: describeCrop(clip),
      step: side === undefined ? undefined : step,
    };
  });
}

function gripAt(clip: PictureClip, handle: Handle): Pick<Grip, 'at' | 'shape' | 'cursor' | 'press'> {
  const at = pointOf(clip, HANDLES[handle]);
  return {
    at,
    shape: 'square',
    cursor: cursorTo(clip, at),
    press: (event) => pressHandle(event, clip, handle),
  };
}

/** The handle that turns a clip is above it. Without room there, it is below it, and at last below its upper edge. */
function turnGrip(clip: PictureClip): Grip {
  const { height } = canvas.value;
  const middle = pointOf(clip, { x: 0.5, y: 0.5 });
  const [top, bottom] = [pointOf(clip, HANDLES.n), pointOf(clip, HANDLES.s)];
  const length = Math.hypot(top.x - middle.x, top.y - middle.y) || 1;
  const away = (edge: Point, sign: number): Point => ({
    x: edge.x + (sign * TURN_DISTANCE * height * (edge.x - middle.x)) / length,
    y: edge.y + (sign * TURN_DISTANCE * height * (edge.y - middle.y)) / length,
  });
  const isInside = ({ x, y }: Point): boolean => x >= 0 && y >= 0 && x <= canvas.value.width && y <= height;
  return {
    name: 'Rotation',
    at: [away(top, 1), away(bottom, 1)].find(isInside) ?? away(top, -1),
    shape: 'round',
    cursor: 'grab',
    value: Number(readAt(clip.clip, ['transform', 'rotate', 'angle']) ?? 0),
    text: describeAngle(clip),
    step: (steps) => turnBy(clip, steps),
    press: (event) => pressTurn(event, clip),
  };
}

const CURSORS = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'];

/** Returns the cursor whose arrows point from the middle of a clip to a handle, also if it is turned. */
function cursorTo(clip: ShownClip, { x, y }: Point): string {
  const middle = pointOf(clip, { x: 0.5, y: 0.5 });
  const eighth = Math.round((4 * Math.atan2(y - middle.y, x - middle.x)) / Math.PI);
  return CURSORS[(eighth + 8) % 4] ?? 'move';
}

function limit(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
