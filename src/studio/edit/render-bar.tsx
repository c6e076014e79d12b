import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { type DraftEdit, toEdit } from '../document/edit-text.ts';
import { limitToRange, type TimeRange } from '../document/preview/marked-range.ts';
import { findFileName } from '../files/known-files.ts';
import { KeptTitle } from '../kept/kept-title.tsx';
import { NameDialog } from '../kept/name-dialog.tsx';
import { ToolButton } from '../layout/tool-button.tsx';
import { nameClipsIn } from '../remarks/name-clips.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { hostPage, isPartShown } from '../shell/host-page.ts';
import { addressOf, goTo } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { notify } from '../shell/notice.tsx';
import { markedRange } from '../timeline/timeline-marks.ts';
import { draft, editCheck, type EditCheck, openDocument, readWritten, syntaxProblem } from './edit-state.ts';
import { formatClock } from './format-time.ts';

/** The buttons for the whole edit: render it, or keep it as a template. */
export function RenderBar(): JSX.Element {
  const isNaming = useSignal(false);
  const { isBusy, failure, run } = useAttempt();
  const client = session.value?.client;
  const isReady = !syntaxProblem.value && isComplete(editCheck.value);
  const render = async (edit: DraftEdit): Promise<void> => {
    if (hostPage.value) await hostPage.value.render(edit);
    else if (client) goTo('renders', await client.render(toEdit(edit)).id);
  };
  return (
    <div class="render-bar">
      {isPartShown('title') && <KeptTitle />}
      <FailureMessage text={failure.value && nameClipsIn(failure.value, draft.value, findFileName)} />
      <div class="actions">
        {!hostPage.value && (
          <ToolButton
            icon="template"
            name="Save as template"
            isDisabled={!isReady || isBusy.value}
            run={() => (isNaming.value = true)}
          />
        )}
        {isPartShown('render') && (
          <>
            <RangeButton
              isDisabled={!isReady || isBusy.value}
              onRender={(range) => void run(() => render(limitToRange(readWritten(), range)))}
            />
            <button
              type="button"
              class="button main"
              disabled={!isReady || isBusy.value}
              onClick={() => void run(() => render(readWritten()))}
            >
              Render
            </button>
          </>
        )}
      </div>
      {hostPage.value && <hostPage.value.RenderMessage />}
      {isNaming.value && (
        <NameDialog
          title="Save as template"
          text="The template appears in Start for everyone with a key of this account. If a template has this name already, it gets a new version."
          name={openDocument.value.name.value}
          action="Save"
          onName={(name) => void run(() => keepTemplate(name))}
          onClose={() => (isNaming.value = false)}
        />
      )}
    </div>
  );
}

/** Keeps the edit as a template. One with this name gets another version. */
async function keepTemplate(name: string): Promise<void> {
  const client = session.peek()?.client;
  if (!client) return;
  const template = toEdit(readWritten());
  const before = (await client.templates.list()).find((each) => each.name === name);
  const id = before?.id ?? (await client.templates.create({ name, template }));
  if (before) await client.templates.update(id, { name, template });
  const saved = before
    ? `Version ${before.version + 1} of the template "${name}" is saved.`
    : `"${name}" is a template of your account now.`;
  notify(saved, { title: 'Show', run: () => (location.hash = addressOf('start', id)) });
}

/** True if nothing stands in the way of a render. */
function isComplete({ problems, missing }: EditCheck): boolean {
  return problems.length === 0 && !missing.some(({ reason }) => reason === 'unavailable');
}

/** The button that renders the marked part of the timeline. It is there only if a part is marked. */
function RangeButton({
  isDisabled,
  onRender,
}: {
  readonly isDisabled: boolean;
  readonly onRender: (range: TimeRange) => void;
}): JSX.Element | null {
  const { value: range } = markedRange;
  if (!range) return null;
  return (
    <button
      type="button"
      class="button"
      disabled={isDisabled}
      title={`From ${formatClock(range.start)} to ${formatClock(range.start + range.length)}`}
      onClick={() => onRender(range)}
    >
      Render the marked part
    </button>
  );
}
