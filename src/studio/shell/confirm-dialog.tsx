import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The words of a dialog. */
interface ConfirmDialogProps {
  readonly title: string;
  /** The effect, and whether it can be undone. */
  readonly text: string;
  /** Name of the button that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is lost. It is open as long as it is in the page. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      <p class="soft">{text}</p>
      <div class="actions">
        <button type="button" class="button" autofocus onClick={() => dialog.current?.close()}>
          Keep
        </button>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            onConfirm();
            dialog.current?.close();
          }}
        >
          {action}
        </button>
      </div>
    </dialog>
  );
}
