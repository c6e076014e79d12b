import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useAttempt } from './attempt.ts';
import { FailureMessage } from './failure-message.tsx';
import { isKeyRefused, renewKey, session } from './session.ts';
import { SignOutButton } from './sign-out-button.tsx';

/** Asks for another key if the server no longer accepts the present one. The work behind it stays as it is. */
export function KeyDialog(): JSX.Element | null {
  return isKeyRefused.value && session.value ? <OpenDialog stage={session.value.stage} /> : null;
}

function OpenDialog({ stage }: { readonly stage: string }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const { isBusy, failure, run } = useAttempt();
  useEffect(() => dialog.current?.showModal(), []);
  const submit = (form: HTMLFormElement): Promise<void> => {
    const key = new FormData(form).get('key');
    return run(() => renewKey(typeof key === 'string' ? key.trim() : ''));
  };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-label="The server does not accept your key any more"
      // Nothing works without a key. A browser closes a dialog at the second Escape, whatever the page wants.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <h2>The server does not accept your key any more</h2>
      <p class="soft">
        It was revoked or has expired. Your work is still here. Enter another key of this account for the
        environment {stage}, and go on.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <label class="field">
          <span>API key</span>
          <input class="input" name="key" type="password" autocomplete="off" required autofocus />
        </label>
        <FailureMessage text={failure.value} />
        <div class="actions">
          <SignOutButton isPlain={false} />
          <button class="button main" disabled={isBusy.value}>
            {isBusy.value ? 'Checking ...' : 'Go on'}
          </button>
        </div>
      </form>
    </dialog>
  );
}
