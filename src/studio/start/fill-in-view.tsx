import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { EditInput } from '../../client/index.ts';
import { type DraftEdit, toEdit, writeEdit } from '../document/edit-text.ts';
import { fillIn, type FieldValues, readValues } from '../document/fill-in.ts';
import { openEdit } from '../edit/edit-state.ts';
import { FileField } from '../files/file-field.tsx';
import { cancelPlaceUpload } from '../files/place-uploads.ts';
import { AskingButton } from '../shell/asking-button.tsx';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { addressOf, goTo } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { type FormValues, openForm } from './form-values.ts';
import { FieldInput } from './field-input.tsx';
import { RowsPanel } from './rows-panel.tsx';
import { FormPicture } from '../templates/form-picture.tsx';
import type { FillableTemplate } from './starters.ts';
import { uploadMedia } from './upload-media.ts';

interface FillInProps {
  readonly starter: FillableTemplate;
  /** Address of a picture of the template, which is shown until something is filled in. */
  readonly picture?: string;
  /** Further parts of the page. */
  readonly children?: ComponentChildren;
}

/** A template with a form for its placeholders. */
export function FillInView({ starter, picture, children }: FillInProps): JSX.Element {
  const template = useSignal<DraftEdit | undefined>(undefined);
  const form = useMemo(() => openForm(starter.name), [starter]);
  const element = useRef<HTMLFormElement>(null);
  const { isBusy, failure, run } = useAttempt();
  const client = session.value?.client;
  useEffect(() => {
    void run(async () => {
      template.value = await starter.load();
    });
  }, [starter]);
  const finish = (use: (edit: DraftEdit) => void | Promise<void>): void => {
    if (element.current?.reportValidity() === false) return;
    void run(async () => {
      if (client && template.value)
        await use(await uploadMedia(client, fillIn(template.value, form.given.value)));
    });
  };
  const render = async (edit: DraftEdit): Promise<void> => {
    if (client) goTo('renders', await client.render(toEdit(edit)).id);
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
          <button
            type="button"
            class="button"
            disabled={isBusy.value}
            onClick={() => finish((edit) => openInEditor(edit, starter.title))}
          >
            Open in the editor
          </button>
          <button type="button" class="button main" disabled={isBusy.value} onClick={() => finish(render)}>
            Render
          </button>
        </div>
      </header>
      <FailureMessage text={failure.value} />
      {template.value && (
        <Filling
          element={element}
          starter={starter}
          picture={picture}
          form={form}
          template={template.value}
        />
      )}
      {children}
    </main>
  );
}

function openInEditor(edit: DraftEdit, name: string): void {
  openEdit(writeEdit(edit), { name });
  goTo('edit');
}

/** The form, the picture and the rows of a template. */
function Filling(props: {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly starter: FillableTemplate;
  readonly picture: string | undefined;
  readonly form: FormValues;
  readonly template: DraftEdit;
}): JSX.Element {
  const { element, starter, picture, form, template } = props;
  const values = form.given.value;
  return (
    <>
      <div class="columns">
        <Fields element={element} starter={starter} standard={readValues(template)} form={form} />
        {picture !== undefined && Object.keys(values).length === 0 ? (
          <img class="large" src={picture} alt={`Moments of ${starter.title}`} />
        ) : (
          <FilledPicture title={starter.title} template={template} values={values} />
        )}
      </div>
      <RowsPanel starter={starter} template={template} values={values} />
    </>
  );
}

/** The picture of a filled-in template. */
function FilledPicture(props: {
  readonly title: string;
  readonly template: DraftEdit;
  readonly values: FieldValues;
}): JSX.Element | null {
  const { title, template, values } = props;
  const client = session.value?.client;
  if (!client) return null;
  const fill = async (): Promise<EditInput> => toEdit(await uploadMedia(client, fillIn(template, values)));
  return (
    <FormPicture
      title={title}
      identity={JSON.stringify(values)}
      measure={async (signal) => (await client.dryRun(await fill(), { signal })).timeline.duration ?? 0}
      draw={async (at, signal) => client.frame(await fill(), at, { format: 'jpeg', signal })}
    />
  );
}

/** The button that removes what a person has filled in. It is there only if there is something. */
function StartOver({
  starter,
  form,
}: {
  readonly starter: FillableTemplate;
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
function placeOf(starter: FillableTemplate, field: string): string {
  return `template ${starter.name} ${field}`;
}

function Fields(props: {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly starter: FillableTemplate;
  /** The values of the template. */
  readonly standard: FieldValues;
  readonly form: FormValues;
}): JSX.Element {
  const { element, starter, standard, form } = props;
  return (
    <form ref={element} onSubmit={(event) => event.preventDefault()}>
      {starter.fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          given={form.given.value[field.name]}
          standard={standard[field.name] ?? ''}
          set={(value) => form.set(field.name, value)}
          drawFile={(file) => (
            <FileField
              place={placeOf(starter, field.name)}
              title={field.label}
              kinds={file.kinds}
              address={form.given.value[field.name] ?? ''}
              standard={file}
              set={(value) => form.set(field.name, value)}
              reset={() => form.set(field.name, undefined)}
            />
          )}
        />
      ))}
    </form>
  );
}
