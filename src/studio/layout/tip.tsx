import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/** Milliseconds for which the pointer or the focus rests on an element before its tip appears. */
const REST_MS = 450;
/** Pixels between an element and its tip, and between a tip and the edges of the page. */
const DISTANCE = 8;

/** The element whose tip is shown. */
const shown = signal<HTMLElement | undefined>(undefined);

/** Shows the text of `data-tip` beside the element that the pointer or the focus is on. Escape hides it. */
export function Tip(): JSX.Element | null {
  const box = useRef<HTMLDivElement>(null);
  useEffect(followElements, []);
  const { value: owner } = shown;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!owner) return;
    const observer = new MutationObserver(redraw);
    observer.observe(owner, { attributeFilter: ['data-tip'] });
    return () => observer.disconnect();
  }, [owner]);
  useLayoutEffect(() => {
    if (owner && box.current) place(box.current, owner);
  });
  if (!owner) return null;
  // The name and the description of the element say the same to a screen reader.
  return (
    <div ref={box} class="tip" aria-hidden="true">
      {owner.dataset['tip']}
    </div>
  );
}

/** Follows the pointer and the focus. Returns a function that ends it. */
function followElements(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = (): void => {
    clearTimeout(timer);
    shown.value = undefined;
  };
  const showLater = ({ target, type }: Event): void => {
    const owner = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    if (owner && owner === shown.peek()) return;
    hide();
    // A click also gives the focus, but shows no tip. A finger would cover it.
    if (
      !owner ||
      matchMedia('(hover: none)').matches ||
      (type === 'focusin' && !owner.matches(':focus-visible, :has(:focus-visible)'))
    )
      return;
    timer = setTimeout(() => {
      if (owner.isConnected) shown.value = owner;
    }, REST_MS);
  };
  const hideWithKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') hide();
  };
  const events = [
    ['pointerover', showLater],
    ['focusin', showLater],
    ['focusout', hide],
    ['pointerdown', hide],
    ['scroll', hide],
    ['keydown', hideWithKey],
    // Whoever writes looks at the picture, which the tip of a field covers.
    ['input', hide],
  ] as const;
  const options = { capture: true };
  for (const [name, handle] of events) document.addEventListener(name, handle as EventListener, options);
  return () => {
    hide();
    for (const [name, handle] of events) document.removeEventListener(name, handle as EventListener, options);
  };
}

/** Places a tip below its element, or above it, within the page. That of a field is beside the form if it can be. */
function place(box: HTMLElement, owner: HTMLElement): void {
  const { left, top, bottom, width, height } = owner.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = box;
  const within = (start: number, size: number, all: number): number =>
    Math.max(DISTANCE, Math.min(start, all - size - DISTANCE));
  const panel = owner.closest('.inspector')?.getBoundingClientRect();
  const isRoomBefore = panel && panel.left > offsetWidth + 2 * DISTANCE;
  const isRoomAfter = panel && innerWidth - panel.right > offsetWidth + 2 * DISTANCE;
  let [x, y] = [left + (width - offsetWidth) / 2, bottom + DISTANCE];
  if (isRoomBefore) [x, y] = [panel.left - offsetWidth - DISTANCE, top + (height - offsetHeight) / 2];
  else if (isRoomAfter) [x, y] = [panel.right + DISTANCE, top + (height - offsetHeight) / 2];
  else if (y + offsetHeight > innerHeight - DISTANCE) y = top - offsetHeight - DISTANCE;
  box.style.left = `${within(x, offsetWidth, innerWidth)}px`;
  box.style.top = `${within(y, offsetHeight, innerHeight)}px`;
}
