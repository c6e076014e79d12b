import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { openedEdits } from '../edit/edit-state.ts';
import { keptNameOf, session } from '../shell/session.ts';

/** A value that is shown with the edit and is no part of it. */
export interface KeptBeside<Value> {
  readonly value: ReadonlySignal<Value>;
  readonly change: (next: Value) => void;
}

/**
 * Returns a value beside the edit. The browser keeps it for the account, until another edit is opened.
 *
 * @param what its name in the store of the browser.
 */
export function keepBeside<Value>(what: string, initial: Value): KeptBeside<Value> {
  const name = computed(() => session.value && keptNameOf(what, session.value.owner));
  const value = signal(initial);
  const change = (next: Value): void => {
    value.value = next;
    const kept = name.peek();
    if (kept !== undefined) localStorage.setItem(kept, JSON.stringify(next));
  };
  effect(() => {
    const kept = name.value === undefined ? null : localStorage.getItem(name.value);
    // Only this file writes there.
    value.value = kept === null ? initial : (JSON.parse(kept) as Value);
  });
  openedEdits.subscribe((count) => {
    if (count > 0) change(initial);
  });
  return { value, change };
}
