import type { JSX } from 'preact';
import icon from '../style/icon.svg?url';
import { useAttempt } from './attempt.ts';
import { FailureMessage } from './failure-message.tsx';
import { signIn } from './session.ts';

/** Asks for an API key. */
export function SignIn(): JSX.Element {
  const { isBusy, failure, run } = useAttempt();
  const submit = (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form);
    const key = given.get('key');
    const stage = given.get('stage') === 'stage' ? 'stage' : 'v1';
    return run(() => signIn(typeof key === 'string' ? key.trim() : '', stage));
  };

  return (
    <main class="sign-in">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <img src={icon} alt="" width="48" height="48" />
        <h1>Kinora Studio</h1>
        <p class="soft">
          Sign in with an API key. It is kept in this tab only. Kinora wrote two keys to{' '}
          <code>keys.json</code> in its folder at its first start.
        </p>
        <label class="field">
          <span>API key</span>
          <input class="input" name="key" type="password" autocomplete="off" required autofocus />
        </label>
        <label class="field">
          <span>Environment</span>
          <select class="input" name="stage">
            <option value="v1">v1, for production</option>
            <option value="stage">stage, with a watermark</option>
          </select>
        </label>
        <FailureMessage text={failure.value} />
        <button class="button main" disabled={isBusy.value}>
          {isBusy.value ? 'Signing in ...' : 'Sign in'}
        </button>
        <Places />
      </form>
    </main>
  );
}

/** Links to the pages of the server that need no key. */
function Places(): JSX.Element {
  return (
    <ul>
      <li>
        <a href="./docs/start">The documents</a>
      </li>
      <li>
        <a href="./docs">The API reference</a>
      </li>
      <li>
        <a href="./openapi.json">The API for programs</a>, as OpenAPI
      </li>
      <li>
        <a href="./schemas/edit.json">The JSON Schema of an edit</a>
      </li>
    </ul>
  );
}
