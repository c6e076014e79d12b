import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { describeError } from './describe-error.ts';

/** A sentence that is shown for a while. */
interface ShownNotice {
  readonly text: string;
  /** A button beside the text. */
  readonly action?: { readonly title: string; readonly run: () => void } | undefined;
}

const SHOWN_MS = 8000;
const shown = signal<ShownNotice | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a sentence at the lower edge of the page for a few seconds, in every view. */
export function notify(text: string, action?: ShownNotice['action']): void {
  clearTimeout(timer);
  shown.value = { text, action };
  timer = setTimeout(hide, SHOWN_MS);
}

/** Does some work. A notice says why it fails. */
export async function attemptAloud(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    notify(describeError(error));
  }
}

function hide(): void {
  clearTimeout(timer);
  shown.value = undefined;
}

/** The place where the sentences of {@link notify} are shown. */
export function Notice(): JSX.Element {
  const { text, action } = shown.value ?? {};
  return (
    <div class="notice-place" role="status">
      {text !== undefined && (
        <div class="notice">
          <span>{text}</span>
          {action && (
            <button
              type="button"
              class="button"
              onClick={() => {
                hide();
                action.run();
              }}
            >
              {action.title}
            </button>
          )}
          <button type="button" class="button icon plain" aria-label="Close the message" onClick={hide}>
            ✕
          </button>
        </div>
      )}
    </div>
  );
}
