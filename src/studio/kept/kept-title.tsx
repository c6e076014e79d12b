import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { openDocument, syntaxProblem } from '../edit/edit-state.ts';
import { hostPage, isPartShown } from '../shell/host-page.ts';
import { account } from '../shell/session.ts';
import { isWorkSaved, mayKeep } from './autosave.ts';
import { isTooLarge } from './keep-local.ts';
import { NameDialog } from './name-dialog.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

/** The name of the open edit, and whether it is saved. */
export function KeptTitle(): JSX.Element {
  const isNaming = useSignal(false);
  const areVersionsShown = useSignal(false);
  const { name, place } = openDocument.value;
  return (
    <div class="kept-title">
      <h1>
        <button
          type="button"
          class="button plain kept-name"
          title="Rename the edit"
          onClick={() => (isNaming.value = true)}
        >
          {name.value}
        </button>
      </h1>
      <p class="soft kept-state">
        <span role="status">{describeState()}</span>
        {place.value && isPartShown('versions') && (
          <button type="button" class="link" onClick={() => (areVersionsShown.value = true)}>
            Versions
          </button>
        )}
      </p>
      {isNaming.value && (
        <NameDialog
          title="Rename the edit"
          text={hostPage.value ? '' : 'Start lists it by this name, for all keys of this account.'}
          name={name.value}
          action="Rename"
          onName={(given) => (name.value = given)}
          onClose={() => (isNaming.value = false)}
        />
      )}
      {areVersionsShown.value && <VersionsDialog onClose={() => (areVersionsShown.value = false)} />}
    </div>
  );
}

/** Says in a few words where the edit is kept. */
function describeState(): string {
  const { conflict, failure, isSaving, place } = openDocument.value;
  if (conflict.value) return 'Not saved: decide below.';
  if (isWorkSaved.value) return !place.value ? 'New' : hostPage.value ? 'Saved.' : 'Saved on the server.';
  if (account.value && !mayKeep.value)
    return isTooLarge.value
      ? 'Not saved: your key may only read, and the edit is too large for this browser.'
      : 'Only in this browser: your key may only read.';
  if (syntaxProblem.value) return 'Saved when its JSON can be read again.';
  if (failure.value !== undefined) return `Not saved yet: ${failure.value}`;
  return isSaving.value ? 'Saving ...' : 'Not saved yet.';
}
