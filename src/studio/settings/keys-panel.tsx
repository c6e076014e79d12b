import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ApiKey, CreatedApiKey } from '../../client/index.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { session } from '../shell/session.ts';

/** The uses that a key allows, in words. */
const SCOPES: Readonly<Record<ApiKey['scope'], string>> = {
  full: 'everything',
  render: 'render and upload',
  read: 'read only',
};

/** The keys of the account: their holders, new ones, and the revocation of others. */
export function KeysPanel(): JSX.Element {
  const keys = useSignal<readonly ApiKey[]>([]);
  const made = useSignal<CreatedApiKey | undefined>(undefined);
  const { isBusy, failure, run } = useAttempt();
  const client = session.value?.client;
  const load = async (): Promise<void> => {
    if (client) keys.value = await client.keys.list();
  };
  useEffect(() => void run(load), [client]);
  const create = async (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form);
    if (!client) return;
    const name = (given.get('name') as string).trim();
    made.value = await client.keys.create({ name, scope: given.get('scope') as ApiKey['scope'] });
    form.reset();
    await load();
  };
  const revoke = async ({ id, name }: ApiKey): Promise<void> => {
    const question = `Revoke the key "${name ?? id}"? Programs that use it stop working at once.`;
    if (!client || !confirm(question)) return;
    await client.keys.revoke(id);
    await load();
  };
  return (
    <section class="card keys" aria-labelledby="keys">
      <h2 id="keys">Keys of your account</h2>
      <FailureMessage text={failure.value} />
      {made.value && <MadeKey made={made.value} />}
      <KeyTable keys={keys.value} onRevoke={(key) => void run(() => revoke(key))} />
      <form
        class="new-key"
        onSubmit={(event) => {
          event.preventDefault();
          const { currentTarget } = event;
          void run(() => create(currentTarget));
        }}
      >
        <label class="field">
          <span>Name of a new key</span>
          <input class="input" name="name" required maxLength={100} />
        </label>
        <label class="field">
          <span>It may</span>
          <select class="input" name="scope">
            {Object.entries(SCOPES).map(([scope, words]) => (
              <option key={scope} value={scope}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <button class="button" disabled={isBusy.value}>
          Create
        </button>
      </form>
    </section>
  );
}

function MadeKey({ made: { key, name } }: { readonly made: CreatedApiKey }): JSX.Element {
  return (
    <p class="message" role="status">
      The key "{name}" is <code>{key}</code>. Copy it now: it is not shown again.
    </p>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly onRevoke: (key: ApiKey) => void;
}

function KeyTable({ keys, onRevoke }: KeyTableProps): JSX.Element {
  return (
    // It is scrolled where the page is narrow, also with the keyboard.
    <div class="key-table" role="region" aria-label="Keys" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Begins with</th>
            <th>May</th>
            <th>Last used</th>
            <th>
              <span class="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>{key.name ?? <span class="soft">without a name</span>}</td>
              <td>
                <code>{key.start ?? ''}</code>
              </td>
              <td>{SCOPES[key.scope]}</td>
              <td>{key.used === null ? 'never' : new Date(key.used).toLocaleString()}</td>
              <td>{describeEnd(key, onRevoke)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function describeEnd(key: ApiKey, onRevoke: (key: ApiKey) => void): JSX.Element {
  if (key.current) return <span class="soft">this one</span>;
  if (key.fixed) return <span class="soft">set by the server</span>;
  return (
    <button type="button" class="button plain" onClick={() => onRevoke(key)}>
      Revoke
    </button>
  );
}
