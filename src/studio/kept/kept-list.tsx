import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListedKeptEdit } from '../../client/index.ts';
import { openDocument, openEdit } from '../edit/edit-state.ts';
import { FIRST_EDIT } from '../edit/first-edit.ts';
import { useServerPicture } from '../media/server-picture.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { AskingButton } from '../shell/asking-button.tsx';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { goTo } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { openKept } from './autosave.ts';
import { orderKept } from './write-kept.ts';

/** The number of edits that are shown at first. */
const SHOWN = 8;

/** The edits that the account keeps, last saved first. Nothing is shown if there are none. */
export function KeptList(): JSX.Element | null {
  const edits = useSignal<readonly ListedKeptEdit[]>([]);
  const areAllShown = useSignal(false);
  const { failure, run } = useAttempt();
  const client = session.value?.client;
  const load = async (): Promise<void> => {
    if (client) edits.value = await client.edits.list();
  };
  useEffect(() => void run(load), [client]);
  const open = async (id: string): Promise<void> => {
    if (openDocument.peek().place.peek()?.id !== id) await openKept(id);
    goTo('edit');
  };
  const remove = async (id: string): Promise<void> => {
    await client?.edits.delete(id);
    if (openDocument.peek().place.peek()?.id === id) openEdit(FIRST_EDIT);
    await load();
  };
  const found = edits.value;
  if (found.length === 0 && failure.value === undefined) return null;
  return (
    <section class="own-templates own-edits" aria-label="Your edits">
      <h2>Your edits</h2>
      <FailureMessage text={failure.value} />
      <ul>
        {found.slice(0, areAllShown.value ? undefined : SHOWN).map(({ id, name, version, updated }) => (
          <li key={id}>
            <button type="button" class="button plain" onClick={() => void run(() => open(id))}>
              <EditPicture id={id} version={version} />
              <span>{name}</span>
            </button>
            <span class="soft">{new Date(updated).toLocaleString()}</span>
            <AskingButton
              kind="plain"
              label={`Delete ${name}`}
              title="Delete"
              question={`Delete "${name}"?`}
              text="This deletes the edit and all its versions for all keys of this account. Its renders stay. This cannot be undone."
              action="Delete"
              run={() => remove(id)}
            />
          </li>
        ))}
      </ul>
      {found.length > SHOWN && !areAllShown.value && (
        <button type="button" class="button" onClick={() => (areAllShown.value = true)}>
          Show all {found.length}
        </button>
      )}
    </section>
  );
}

function EditPicture({ id, version }: Pick<ListedKeptEdit, 'id' | 'version'>): JSX.Element {
  const picture = useServerPicture(`edit ${id} ${version}`, async (client) =>
    orderKept(await client.edits.get(id)),
  );
  return <Thumbnail url={undefined} picture={picture} />;
}
