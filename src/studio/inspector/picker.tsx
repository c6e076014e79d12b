import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';

/** The properties of a picker. */
interface PickerProps {
  readonly isOpen: Signal<boolean>;
  readonly title: string;
  /** The chosen thing, on the button that opens the choices. */
  readonly button: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A button with the chosen thing. It opens the choices below. Escape closes them. */
export function Picker({ isOpen, title, button, children }: PickerProps): JSX.Element {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div
      class="picker"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen.value) return;
        event.stopPropagation();
        isOpen.value = false;
        opener.current?.focus();
      }}
    >
      <button
        ref={opener}
        type="button"
        class="button picker-button"
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <span class="only-read">{title}: </span>
        {button}
        <span class="picker-arrow" aria-hidden="true">
          ▾
        </span>
      </button>
      <div id={id} class="picker-list" hidden={!isOpen.value}>
        {isOpen.value && children}
      </div>
    </div>
  );
}
