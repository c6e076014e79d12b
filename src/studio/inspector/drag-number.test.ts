import { expect, it } from 'vitest';
import { beginNumberDrag } from './drag-number.ts';

/** A label with the part of the interface that a drag needs. */
class Label extends EventTarget {
  setPointerCapture(): void {
    // It gets all events of the pointer.
  }
}

/** Drags the label of the number 3 by ten pixels. Returns the new numbers, and true if the next click counts. */
function drag(end: 'pointerup' | 'pointercancel'): {
  readonly numbers: number[];
  readonly isClicked: boolean;
} {
  const label = new Label();
  const numbers: number[] = [];
  const send = (type: string, clientX: number): boolean => {
    const event = new Event(type, { cancelable: true });
    return label.dispatchEvent(Object.assign(event, { button: 0, pointerId: 1, clientX }));
  };
  label.addEventListener('pointerdown', (event) => {
    // The test gives it what the drag reads of it.
    beginNumberDrag(event as PointerEvent, 3, { step: 0.1 }, (value) => numbers.push(value));
  });
  send('pointerdown', 0);
  send('pointermove', 10);
  send(end, 10);
  send('pointermove', 20);
  return { numbers, isClicked: send('click', 10) };
}

it('changes the number, and takes the click that ends the drag', () => {
  expect(drag('pointerup')).toEqual({ numbers: [3.5], isClicked: false });
});

it('leaves the next click alone if the browser ends the drag, because no click belongs to it', () => {
  expect(drag('pointercancel')).toEqual({ numbers: [3.5], isClicked: true });
});
