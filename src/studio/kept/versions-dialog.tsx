import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { EditVersion } from '../../client/index.ts';
import { openDocument } from '../edit/edit-state.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { session } from '../shell/session.ts';
import { restoreVersion, keepVersion } from './autosave.ts';

/** Lists the versions of the open edit, and restores one. It is open as long as it is in the page. */
export function VersionsDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const versions = useSignal<readonly EditVersion[]>([]);
  const { isBusy, failure, run } = useAttempt();
  const load = async (): Promise<void> => {
    const id = openDocument.peek().place.peek()?.id;
    if (id !== undefined) versions.value = (await session.peek()?.client.edits.versions(id)) ?? [];
  };
  useEffect(() => {
    dialog.current?.showModal();
    void run(load);
  }, []);
  const restore = async (version: number): Promise<void> => {
    await restoreVersion(version);
    dialog.current?.close();
  };
  const keep = async (): Promise<void> => {
    await keepVersion();
    await load();
  };
  return (
    <dialog ref={dialog} class="dialog versions" aria-label="Versions" onClose={onClose}>
      <h2>Versions</h2>
      <p class="soft">
        The server keeps the last 100. All automatic saves within ten minutes are one of them. Restoring one
        makes a new version, and undo takes it back.
      </p>
      <FailureMessage text={failure.value} />
      <ul>
        {versions.value.map(({ version, saved, autosaved }, index) => (
          <li key={version}>
            <span>{new Date(saved).toLocaleString()}</span>
            <span class="soft">{autosaved ? 'automatic' : 'kept'}</span>
            {index === 0 ? (
              <span class="soft">latest</span>
            ) : (
              <button
                type="button"
                class="button"
                aria-label={`Restore the version of ${new Date(saved).toLocaleString()}`}
                disabled={isBusy.value}
                onClick={() => void run(() => restore(version))}
              >
                Restore
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" class="button" disabled={isBusy.value} onClick={() => void run(keep)}>
          Keep this state
        </button>
        <button type="button" class="button main" autofocus onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
