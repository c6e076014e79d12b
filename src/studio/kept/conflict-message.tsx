import type { JSX } from 'preact';
import { openDocument } from '../edit/edit-state.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { hostPage } from '../shell/host-page.ts';
import { decide } from './autosave.ts';
import type { Conflict } from './kept-document.ts';
import type { Decision } from './save-document.ts';

const CHOICES: Readonly<Record<Conflict['kind'], readonly (readonly [Decision, string])[]>> = {
  changed: [
    ['theirs', 'Take theirs'],
    ['mine', 'Keep mine'],
    ['both', 'Keep both'],
  ],
  deleted: [['mine', 'Keep mine as a new edit']],
};

/** Says that another has changed or deleted the open edit, and lets the user decide. */
export function ConflictMessage(): JSX.Element | null {
  const { conflict, name } = openDocument.value;
  const { isBusy, failure, run } = useAttempt();
  const found = conflict.value;
  if (!found) return null;
  // The token of another site's page is for this edit alone.
  const choices = CHOICES[found.kind].filter(
    ([decision]) => !hostPage.value || (found.kind === 'changed' && decision !== 'both'),
  );
  return (
    <div class="conflict message warn" role="alert">
      <p>{describe(found, name.value)}</p>
      <div class="actions">
        {choices.map(([decision, title]) => (
          <button
            key={decision}
            type="button"
            class="button"
            disabled={isBusy.value}
            onClick={() => void run(() => decide(decision))}
          >
            {title}
          </button>
        ))}
      </div>
      <FailureMessage text={failure.value} />
    </div>
  );
}

function describe(conflict: Conflict, name: string): string {
  if (conflict.kind === 'deleted') return `Someone has deleted "${name}". Your work on it is still here.`;
  const time = new Date(conflict.theirs.updated).toLocaleTimeString();
  return `Another tab or person has saved "${name}" at ${time}, and you have changed it, too. Theirs: undo brings yours back. Mine: theirs stays in the versions.${hostPage.value ? '' : ' Both: yours becomes another edit.'}`;
}
