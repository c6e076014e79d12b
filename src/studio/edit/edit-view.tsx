import '../style/edit.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { toEdit } from '../document/edit-text.ts';
import { describeError } from '../shell/describe-error.ts';
import { goTo } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { TimelinePanel } from '../timeline/timeline.tsx';
import { editCheck, draft, syntaxProblem } from './edit-state.ts';
import { Preview } from './preview.tsx';
import { ProblemList } from './problem-list.tsx';
import { handleShortcut } from './shortcuts.ts';
import { SidePane } from './side-pane.tsx';

/** The view in which an edit is made: picture, timeline and JSON in step. */
export function EditView(): JSX.Element {
  useEffect(() => {
    document.addEventListener('keydown', handleShortcut);
    return () => document.removeEventListener('keydown', handleShortcut);
  }, []);
  return (
    <main class="edit">
      <div class="edit-top">
        <Preview />
        <div class="side">
          <RenderBar />
          <ProblemList />
          <SidePane />
        </div>
      </div>
      <TimelinePanel />
    </main>
  );
}

function RenderBar(): JSX.Element {
  const failure = useSignal<string | undefined>(undefined);
  const isSending = useSignal(false);
  const isReady = !syntaxProblem.value && editCheck.value.problems.length === 0;
  const send = async (): Promise<void> => {
    const client = session.value?.client;
    if (!client) return;
    isSending.value = true;
    failure.value = undefined;
    try {
      goTo('renders', await client.render(toEdit(draft.value)).id);
    } catch (error) {
      failure.value = describeError(error);
    } finally {
      isSending.value = false;
    }
  };
  return (
    <div class="render-bar">
      <h1>Edit</h1>
      {failure.value !== undefined && (
        <p class="message bad" role="alert">
          {failure.value}
        </p>
      )}
      <button
        type="button"
        class="button main"
        disabled={!isReady || isSending.value}
        onClick={() => void send()}
      >
        Render
      </button>
    </div>
  );
}
