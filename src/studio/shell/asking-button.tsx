import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { attemptAloud } from './notice.tsx';

/** A button that does something which cannot be undone. */
interface AskingButtonProps {
  /** The classes of the button beside `button`. */
  readonly kind?: string;
  /** Its name for screen readers, if its title does not say enough. */
  readonly label?: string;
  readonly title: string;
  readonly question: string;
  /** The effect, and whether it can be undone. */
  readonly text: string;
  /** Name of the button in the dialog that does it. */
  readonly action: string;
  /** False if there is nothing to lose. Then it is done at once. */
  readonly asks?: () => boolean;
  /** A notice shows its errors. */
  readonly run: () => void | Promise<void>;
}

/** Asks before something is lost. */
export function AskingButton(props: AskingButtonProps): JSX.Element {
  const { kind = '', label, title, asks = () => true, run } = props;
  const isAsking = useSignal(false);
  return (
    <>
      <button
        type="button"
        class={`button ${kind}`}
        aria-label={label}
        onClick={() => (asks() ? (isAsking.value = true) : void attemptAloud(run))}
      >
        {title}
      </button>
      {isAsking.value && <Question {...props} close={() => (isAsking.value = false)} />}
    </>
  );
}

/** The dialog. It is open as long as it is in the page. */
function Question(props: AskingButtonProps & { readonly close: () => void }): JSX.Element {
  const { question, text, action, run, close } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-label={question} onClose={close}>
      <h2>{question}</h2>
      <p class="soft">{text}</p>
      <div class="actions">
        <button type="button" class="button" autofocus onClick={() => dialog.current?.close()}>
          Keep
        </button>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            void attemptAloud(run);
            dialog.current?.close();
          }}
        >
          {action}
        </button>
      </div>
    </dialog>
  );
}
