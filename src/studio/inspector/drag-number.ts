import { type NumberSteps, stepNumber } from './number-steps.ts';

/** Pixels of a drag for each step of the number. */
const STEP_PIXELS = 2;
/** Pixels that the pointer must move before a press on a label becomes a drag. */
const LEAST_DRAG = 3;

/**
 * Changes a number while its label is dragged to the right or to the left. A press without a drag goes to the field, as
 * with every label.
 *
 * @param from the number at the beginning.
 */
export function beginNumberDrag(
  event: PointerEvent,
  from: number,
  steps: NumberSteps,
  set: (value: number) => void,
): void {
  if (event.button !== 0) return;
  const label = event.currentTarget as HTMLElement;
  let value = from;
  let [at, isDragging] = [event.clientX, false];
  label.setPointerCapture(event.pointerId);
  const move = (moved: PointerEvent): void => {
    isDragging ||= Math.abs(moved.clientX - event.clientX) >= LEAST_DRAG;
    const count = Math.trunc((moved.clientX - at) / STEP_PIXELS);
    if (!isDragging || count === 0) return;
    at += count * STEP_PIXELS;
    value = stepNumber(value, count, steps, moved);
    set(value);
  };
  const end = ({ type }: PointerEvent): void => {
    label.removeEventListener('pointermove', move);
    label.removeEventListener('pointerup', end);
    label.removeEventListener('pointercancel', end);
    // The click that follows a drag would select the whole number.
    if (isDragging && type === 'pointerup')
      label.addEventListener('click', (click) => click.preventDefault(), { once: true });
  };
  label.addEventListener('pointermove', move);
  label.addEventListener('pointerup', end);
  label.addEventListener('pointercancel', end);
}
