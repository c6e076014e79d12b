import type { Point } from './geometry/shown-clip.ts';

const ARROWS = new Map<string, Point>([
  ['ArrowLeft', { x: -1, y: 0 }],
  ['ArrowRight', { x: 1, y: 0 }],
  ['ArrowUp', { x: 0, y: -1 }],
  ['ArrowDown', { x: 0, y: 1 }],
]);

/** Returns the direction of an arrow key: one step, or ten with Shift. Undefined for other keys. */
export function readArrow({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): Point | undefined {
  const arrow = ARROWS.get(key);
  if (!arrow || ctrlKey || metaKey || altKey) return undefined;
  const steps = shiftKey ? 10 : 1;
  return { x: steps * arrow.x, y: steps * arrow.y };
}
