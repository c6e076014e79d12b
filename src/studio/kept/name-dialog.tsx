import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The words of a dialog that asks for a name. */
interface NameDialogProps {
  readonly title: string;
  /** The use of the name. Empty if the title says enough. */
  readonly text: string;
  /** The name to begin with. */
  readonly name?: string;
  /** Name of the button that does it. */
  readonly action: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name. It is open as long as it is in the page. */
export function NameDialog({
  title,
  text,
  name: given,
  action,
  onName,
  onClose,
}: NameDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = (form: HTMLFormElement): void => {
    const name = new FormData(form).get('name');
    if (typeof name === 'string') onName(name.trim());
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} class="dialog" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {text !== '' && <p class="soft">{text}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        <label class="field">
          <span>Name</span>
          <input
            class="input"
            name="name"
            defaultValue={given}
            required
            maxLength={100}
            pattern=".*\S.*"
            autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
        <div class="actions">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button class="button main">{action}</button>
        </div>
      </form>
    </dialog>
  );
}
