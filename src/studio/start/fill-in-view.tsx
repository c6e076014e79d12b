import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { type DraftEdit, toEdit, writeEdit } from '../document/edit-text.ts';
import { fillIn, type FieldValues, readValues } from '../document/fill-in.ts';
import { openEdit } from '../edit/edit-state.ts';
import { cancelPlaceUpload } from '../files/place-uploads.ts';
import { FileField } from '../files/file-field.tsx';
import { AskingButton } from '../shell/asking-button.tsx';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { addressOf, goTo } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { type FormValues, openForm } from './form-values.ts';
import { RowsPanel } from './rows-panel.tsx';
import { loadStarter, type Starter, type StarterField } from './starters.ts';
import { findTemplateFile } from './template-file.ts';
import { uploadMedia } from './upload-media.ts';

/** A template with a form for its placeholders. */
export function FillInView({ starter }: { readonly starter: Starter }): JSX.Element {
  const template = useSignal<DraftEdit | undefined>(undefined);
  const form = useMemo(() => openForm(starter.name), [starter]);
  const { isBusy, failure, run } = useAttempt();
  const client = session.value?.client;
  useEffect(() => {
    void run(async () => {
      template.value = await loadStarter(starter.name);
    });
  }, [starter]);
  const finish = (use: (edit: DraftEdit) => void | Promise<void>): void =>
    void run(async () => {
      if (client && template.value)
        await use(await uploadMedia(client, fillIn(template.value, form.given.value)));
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
          <StartOver starter={starter} form={form} />
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
        {template.value && <Fields starter={starter} standard={readValues(template.value)} form={form} />}
        <img class="large" src={starter.picture} alt={`Moments of ${starter.title}`} />
      </div>
      {template.value && <RowsPanel starter={starter} template={template.value} values={form.given.value} />}
    </main>
  );
}

/** The button that removes what a person has filled in. It is there only if there is something. */
function StartOver({
  starter,
  form,
}: {
  readonly starter: Starter;
  readonly form: FormValues;
}): JSX.Element | null {
  if (Object.keys(form.given.value).length === 0) return null;
  return (
    <AskingButton
      kind="plain"
      title="Start over"
      question="Start over?"
      text="The form loses your words and files, and shows those of the template again. Uploaded files stay in Assets."
      action="Start over"
      run={() => {
        form.clear();
        for (const { name } of starter.fields) cancelPlaceUpload(placeOf(starter, name));
      }}
    />
  );
}

/** Returns the name of the place of a file on the whole page. */
function placeOf(starter: Starter, field: string): string {
  return `template ${starter.name} ${field}`;
}

function Fields(props: {
  readonly starter: Starter;
  /** The values of the template. */
  readonly standard: FieldValues;
  readonly form: FormValues;
}): JSX.Element {
  const { starter, standard, form } = props;
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      {starter.fields.map((field) => (
        <FieldInput
          key={field.name}
          place={placeOf(starter, field.name)}
          field={field}
          given={form.given.value[field.name]}
          standard={standard[field.name] ?? ''}
          set={(value) => form.set(field.name, value)}
        />
      ))}
    </form>
  );
}

interface FieldInputProps {
  /** The name of the field on the whole page. */
  readonly place: string;
  readonly field: StarterField;
  /** The value that a person has given. Undefined if it is that of the template. */
  readonly given: string | undefined;
  /** The value of the template. */
  readonly standard: string;
  readonly set: (value: string | undefined) => void;
}

/** The input of a placeholder. */
function FieldInput({ place, field, given, standard, set }: FieldInputProps): JSX.Element {
  const { label, kind } = field;
  const file = findTemplateFile(field, standard);
  if (file)
    return (
      <div class="field" role="group" aria-label={label}>
        <span>{label}</span>
        <FileField
          place={place}
          title={label}
          kinds={file.kinds}
          address={given ?? ''}
          standard={file}
          set={set}
          reset={() => set(undefined)}
        />
      </div>
    );
  const shared = {
    value: given ?? standard,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => set(event.currentTarget.value),
  };
  if (kind === 'colour')
    return (
      <div class="field colour" role="group" aria-label={label}>
        <span>{label}</span>
        <input type="color" aria-label={`${label}: choose`} {...shared} />
        <input class="input" aria-label={`${label}: as text`} {...shared} />
      </div>
    );
  return (
    <label class="field">
      <span>{label}</span>
      <input class="input" {...shared} />
    </label>
  );
}
