import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Token } from '../../client/index.ts';
import { useAttempt } from '../shell/attempt.ts';
import { copyText } from '../shell/copy-text.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { SERVER_URL, session } from '../shell/session.ts';
import { addressOfForm } from '../form/form-address.ts';

const DAYS = [1, 7, 30];
const DAY_MS = 24 * 60 * 60 * 1000;

/** The links to the form of a template, for people without a key. */
export function TemplateLinks({ id }: { readonly id: string }): JSX.Element | null {
  const tokens = useSignal<readonly Token[]>([]);
  const days = useSignal(7);
  const link = useSignal<string | undefined>(undefined);
  const { isBusy, failure, run } = useAttempt();
  const { client, stage } = session.value ?? {};
  const load = async (): Promise<void> => {
    const all = (await client?.tokens.list()) ?? [];
    tokens.value = all.filter(({ template }) => template === id);
  };
  useEffect(() => void run(load), [client, id]);
  if (!client || !stage) return null;
  const copy = async (): Promise<void> => {
    // A moment less, because the clock of the server may be behind.
    const expires = new Date(Date.now() + days.peek() * DAY_MS - 60_000).toISOString();
    const { token } = await client.tokens.create({ scope: 'form', template: id, expires });
    link.value = `${SERVER_URL}/${addressOfForm({ stage, template: id, token })}`;
    await copyText(link.value, 'The link');
    await load();
  };
  const revoke = async (token: Token): Promise<void> => {
    await client.tokens.revoke(token.id);
    link.value = undefined;
    await load();
  };
  return (
    <section class="template-links">
      <h2>Links</h2>
      <p class="soft">
        Whoever has a link fills in this template, looks at it and renders it, without a key. Their renders
        count for your account.
      </p>
      <div class="actions">
        <DaysField days={days} />
        <button type="button" class="button" disabled={isBusy.value} onClick={() => void run(copy)}>
          Copy link
        </button>
      </div>
      {link.value !== undefined && <NewLink link={link.value} />}
      <FailureMessage text={failure.value} />
      <ul>
        {tokens.value.map((token) => (
          <li key={token.id}>
            <span>
              Made {new Date(token.created).toLocaleString()}, works until{' '}
              {new Date(token.expires).toLocaleString()}
            </span>
            <button type="button" class="button small" onClick={() => void run(() => revoke(token))}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DaysField({ days }: { readonly days: Signal<number> }): JSX.Element {
  return (
    <label class="field">
      <span>Works for</span>
      <select
        class="input"
        value={days.value}
        onChange={(event) => (days.value = Number(event.currentTarget.value))}
      >
        {DAYS.map((each) => (
          <option key={each} value={each}>
            {each === 1 ? '1 day' : `${each} days`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The link itself, for browsers that do not let the page copy it. */
function NewLink({ link }: { readonly link: string }): JSX.Element {
  return (
    <label class="field">
      <span>The new link, which is shown only now</span>
      <input class="input" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
    </label>
  );
}
