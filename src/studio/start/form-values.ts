import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { FieldValues } from '../document/fill-in.ts';
import { keptNameOf, session } from '../shell/session.ts';

/** The values that a person has given to the fields of a template. The others are those of the template. */
export interface FormValues {
  readonly given: ReadonlySignal<FieldValues>;
  /** Sets a field. Undefined goes back to the value of the template. */
  readonly set: (name: string, value: string | undefined) => void;
  /** Goes back to the values of the template. */
  readonly clear: () => void;
}

const forms = new Map<string, Signal<FieldValues>>();

/** Returns the form of a template. The browser keeps it until the account signs out, also over a reload. */
export function openForm(template: string): FormValues {
  const kept = keptNameOf(`form.${template}`, session.peek()?.owner ?? '');
  const values = forms.get(kept) ?? signal(readKept(kept));
  forms.set(kept, values);
  const keep = (next: FieldValues): void => {
    values.value = next;
    localStorage.setItem(kept, JSON.stringify(next));
  };
  return {
    given: computed(() => values.value),
    set: (name, value) => {
      const { [name]: _before, ...others } = values.peek();
      keep(value === undefined ? others : { ...others, [name]: value });
    },
    clear: () => keep({}),
  };
}

function readKept(name: string): FieldValues {
  // Only this file writes there.
  return JSON.parse(localStorage.getItem(name) ?? '{}') as FieldValues;
}
