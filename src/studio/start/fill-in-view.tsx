import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { type DraftEdit, toEdit, writeEdit } from '../document/edit-text.ts';
import { fillIn, type FieldValues, readValues } from '../document/fill-in.ts';
import { openEdit } from '../edit/edit-state.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { addressOf, goTo } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { RowsPanel } from './rows-panel.tsx';
import { loadStarter, type Starter, type StarterField } from './starters.ts';
import { uploadMedia } from './upload-media.ts';

/** A template with a form for its placeholders. */
export function FillInView({ starter }: { readonly starter: Starter }): JSX.Element {
  const template = useSignal<DraftEdit | undefined>(undefined);
  const values = useSignal<FieldValues>({});
  const { isBusy, failure, run } = useAttempt();
  const client = session.value?.client;
  useEffect(() => {
    void run(async () => {
      const loaded = await loadStarter(starter.name);
      template.value = loaded;
      values.value = readValues(loaded);
    });
  }, [starter]);
  const finish = (use: (edit: DraftEdit) => void | Promise<void>): void =>
    void run(async () => {
      if (client && template.value)
        await use(await uploadMedia(client, fillIn(template.value, values.value)));
    });
  const render = async (edit: DraftEdit): Promise<void> => {
    if (client) goTo('renders', await client.render(toEdit(edit)).id);
  };
  const openInEditor = (edit: DraftEdit): void => {
    openEdit(writeEdit(edit), { name: starter.title });
    goTo('edit');
  };
  return (
    <main class="page fill-in">
      <header>
        <div>
          <a href={addressOf('start')}>All templates</a>
          <h1>{starter.title}</h1>
          <p class="soft">{starter.sentence}</p>
        </div>
        <div class="actions">
          <button type="button" class="button" disabled={isBusy.value} onClick={() => finish(openInEditor)}>
            Open in the editor
          </button>
          <button type="button" class="button main" disabled={isBusy.value} onClick={() => finish(render)}>
            Render
          </button>
        </div>
      </header>
      <FailureMessage text={failure.value} />
      <div class="columns">
        <form onSubmit={(event) => event.preventDefault()}>
          {template.value &&
            starter.fields.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value={values.value[field.name] ?? ''}
                onInput={(value) => (values.value = { ...values.value, [field.name]: value })}
              />
            ))}
        </form>
        <img class="large" src={starter.picture} alt={`Moments of ${starter.title}`} />
      </div>
      {template.value && <RowsPanel starter={starter} template={template.value} values={values.value} />}
    </main>
  );
}

interface FieldInputProps {
  readonly field: StarterField;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** The input of a placeholder. */
function FieldInput({ field: { label, kind }, value, onInput }: FieldInputProps): JSX.Element {
  const read = (event: { readonly currentTarget: HTMLInputElement }): void =>
    onInput(event.currentTarget.value);
  if (kind === 'colour')
    return (
      <div class="field colour" role="group" aria-label={label}>
        <span>{label}</span>
        <input type="color" aria-label={`${label}: choose`} value={value} onInput={read} />
        <input class="input" aria-label={`${label}: as text`} value={value} onInput={read} />
      </div>
    );
  const isDrawn = /^\s*[<{]/.test(value);
  return (
    <label class="field">
      <span>{kind === 'text' ? label : `${label}: the address of a file (${kind})`}</span>
      <input
        class="input"
        value={isDrawn ? '' : value}
        placeholder={isDrawn ? 'A drawing of the template. Put in the address of a file.' : undefined}
        onInput={read}
      />
    </label>
  );
}
