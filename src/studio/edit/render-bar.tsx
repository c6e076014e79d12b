import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { toEdit } from '../document/edit-text.ts';
import { KeptTitle } from '../kept/kept-title.tsx';
import { NameDialog } from '../kept/name-dialog.tsx';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { addressOf, goTo } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { notify } from '../shell/notice.tsx';
import { draft, editCheck, openDocument, syntaxProblem } from './edit-state.ts';

/** The buttons for the whole edit: render it, or keep it as a template. */
export function RenderBar(): JSX.Element {
  const isNaming = useSignal(false);
  const { isBusy, failure, run } = useAttempt();
  const client = session.value?.client;
  const isReady = !syntaxProblem.value && editCheck.value.problems.length === 0;
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
      <KeptTitle />
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
          name={openDocument.value.name.value}
          action="Save"
          onName={(name) => void run(() => keep(name))}
          onClose={() => (isNaming.value = false)}
        />
      )}
    </div>
  );
}
