import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { copyText } from '../shell/copy-text.ts';
import { session, SERVER_URL } from '../shell/session.ts';
import { type RequestForm, writeRequest } from './request-text.ts';

const FORMS: Readonly<Record<RequestForm, { readonly title: string; readonly hint: string }>> = {
  curl: { title: 'curl', hint: 'Set the variable KINORA_KEY to your key first.' },
  TypeScript: { title: 'TypeScript', hint: 'It reads your key from the variable KINORA_KEY.' },
  'command line': { title: 'Command line', hint: 'It renders on your own computer and needs no key.' },
};

/** The request of a render, to send it again from elsewhere. @param props.edit JSON text of its edit. */
export function RequestPanel({ edit }: { readonly edit: string }): JSX.Element {
  const form = useSignal<RequestForm>('curl');
  const stage = session.value?.stage ?? 'v1';
  const text = writeRequest(form.value, { server: SERVER_URL, stage, edit });
  return (
    <section aria-label="Submit it again">
      <h2>Submit it again</h2>
      <div class="request-top">
        <div class="choices" role="group" aria-label="Form of the request">
          {(Object.keys(FORMS) as RequestForm[]).map((name) => (
            <button
              key={name}
              type="button"
              class="button small"
              aria-pressed={form.value === name}
              onClick={() => (form.value = name)}
            >
              {FORMS[name].title}
            </button>
          ))}
        </div>
        <span class="soft">{FORMS[form.value].hint}</span>
        <button
          type="button"
          class="button small"
          onClick={() => void copyText(text, FORMS[form.value].title)}
        >
          Copy
        </button>
      </div>
      <pre class="request" tabIndex={0} aria-label="The request">
        {text}
      </pre>
    </section>
  );
}
