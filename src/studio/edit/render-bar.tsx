import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { toEdit } from '../document/edit-text.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { addressOf, goTo } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { notify } from '../shell/notice.tsx';
import { draft, editCheck, type EditCheck, syntaxProblem } from './edit-state.ts';

/** The buttons for the whole edit: render it, or keep it as a template. */
export function RenderBar(): JSX.Element {
  const isNaming = useSignal(false);
  const { isBusy, failure, run } = useAttempt();
  const client = session.value?.client;
  const isReady = !syntaxProblem.value && isComplete(editCheck.value);
  const render = async (): Promise<void> => {
    if (client) goTo('renders', await client.render(toEdit(draft.value)).id);
  };
  const keep = async (name: string): Promise<void> => {
    if (!client) return;
    await client.templates.create({ name, template: toEdit(draft.value) });
    notify(`"${name}" is a template of your account now.`, {
      title: 'Show',
      run: () => (location.hash = addressOf('start')),
    });
  };
  return (
    <div class="render-bar">
      <h1>Edit</h1>
      <FailureMessage text={failure.value} />
      <div class="actions">
        <button
          type="button"
          class="button plain"
          disabled={!isReady || isBusy.value}
          onClick={() => (isNaming.value = true)}
        >
          Save as template
        </button>
        <button
          type="button"
          class="button main"
          disabled={!isReady || isBusy.value}
          onClick={() => void run(render)}
        >
          Render
        </button>
      </div>
      {isNaming.value && (
        <NameDialog
          title="Save as template"
          text="It appears in Start, for everybody with a key of this account."
          action="Save"
          onName={(name) => void run(() => keep(name))}
          onClose={() => (isNaming.value = false)}
        />
      )}
    </div>
  );
}

/** True if nothing stands in the way of a render. */
function isComplete({ problems, missing }: EditCheck): boolean {
  return problems.length === 0 && !missing.some(({ reason }) => reason === 'unavailable');
}

/** The words of a dialog that asks for a name. */
interface NameDialogProps {
  readonly title: string;
  /** The use of the name. */
  readonly text: string;
  /** Name of the button that does it. */
  readonly action: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name. It is open as long as it is in the page. */
function NameDialog({ title, text, action, onName, onClose }: NameDialogProps): JSX.Element {
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
      <p class="soft">{text}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        <label class="field">
          <span>Name</span>
          <input class="input" name="name" required maxLength={100} pattern=".*\S.*" autofocus />
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
