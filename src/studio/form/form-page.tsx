import '../style/start.css';
import '../style/form.css';
import { type Signal, useSignal } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import {
  createClient,
  type EditInput,
  type FinishedRender,
  type KinoraClient,
  type MergeField,
  type RenderChange,
  type TemplateForm,
} from '../../client/index.ts';
import { fillIn, type FieldValues, readValues } from '../document/fill-in.ts';
import { downloadAddressOf } from '../media/media-kind.ts';
import { MediaPlayer } from '../media/media-player.tsx';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { SERVER_URL } from '../shell/session.ts';
import { FieldInput } from '../start/field-input.tsx';
import { FormFile } from './form-file.tsx';
import { FormPicture } from '../templates/form-picture.tsx';
import type { FormAddress } from './form-address.ts';

/** The form of a template, for people without a key: they fill it in, look at it, and get the film. */
export function FormPage({ address }: { readonly address: FormAddress }): JSX.Element {
  const form = useSignal<TemplateForm | undefined>(undefined);
  const { failure, run } = useAttempt();
  const client = useMemo(
    () => createClient({ url: SERVER_URL, key: address.token, version: address.stage }),
    [],
  );
  useEffect(() => {
    void run(async () => {
      form.value = await client.templates.form(address.template);
      document.title = form.value.name;
    });
  }, []);
  return (
    <main class="page fill-in form-page">
      {form.value ? (
        <FilledForm client={client} form={form.value} />
      ) : (
        <>
          <h1>Form</h1>
          {failure.value === undefined ? (
            <p class="soft">Loading the form …</p>
          ) : (
            <p>This link does not work any more. Ask for another one.</p>
          )}
          <FailureMessage text={failure.value} />
        </>
      )}
    </main>
  );
}

interface FilledFormProps {
  readonly client: KinoraClient;
  readonly form: TemplateForm;
}

function FilledForm({ client, form }: FilledFormProps): JSX.Element {
  const given = useSignal<FieldValues>({});
  const element = useRef<HTMLFormElement>(null);
  const state = useSignal<RenderChange | undefined>(undefined);
  const film = useSignal<FinishedRender | undefined>(undefined);
  const arriving = useSignal(0);
  const { isBusy, failure, run } = useAttempt();
  const merge = listGiven(form, given.value);
  const render = async (): Promise<void> => {
    film.value = undefined;
    film.value = await client.templates
      .render(form.id, { merge })
      .wait({ onProgress: (change) => (state.value = change) });
  };
  // A token has its template in place of the edit.
  const filled = { merge } as unknown as EditInput;
  return (
    <>
      <header>
        <h1>{form.name}</h1>
        <div class="actions">
          <button
            type="button"
            class="button main"
            disabled={isBusy.value || arriving.value > 0}
            onClick={() => {
              if (element.current?.reportValidity()) void run(render);
            }}
          >
            Make the film
          </button>
        </div>
      </header>
      <FailureMessage text={failure.value} />
      <Film film={film.value} change={isBusy.value ? state.value : undefined} isBusy={isBusy.value} />
      <div class="columns">
        <Fields client={client} element={element} form={form} given={given} arriving={arriving} />
        <FormPicture
          title={form.name}
          identity={JSON.stringify(given.value)}
          measure={async (signal) =>
            (await client.templates.dryRun(form.id, { merge, signal })).timeline.duration ?? 0
          }
          draw={(at, signal) => client.frame(filled, at, { format: 'jpeg', signal })}
        />
      </div>
    </>
  );
}

interface FieldsProps {
  readonly client: KinoraClient;
  readonly element: RefObject<HTMLFormElement | null>;
  readonly form: TemplateForm;
  readonly given: Signal<FieldValues>;
  /** The number of files that are on their way. */
  readonly arriving: Signal<number>;
}

function Fields({ client, element, form, given, arriving }: FieldsProps): JSX.Element {
  const set = (name: string, value: string | undefined): void => {
    const { [name]: _before, ...others } = given.peek();
    given.value = value === undefined ? others : { ...others, [name]: value };
  };
  const standard = readValues({ merge: toMerge(form) });
  return (
    <form ref={element} onSubmit={(event) => event.preventDefault()}>
      {form.fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          given={given.value[field.name]}
          standard={standard[field.name] ?? ''}
          set={(value) => set(field.name, value)}
          drawFile={(file) => (
            <FormFile
              client={client}
              title={field.label}
              file={file}
              address={given.value[field.name]}
              set={(value) => set(field.name, value)}
              arriving={arriving}
            />
          )}
        />
      ))}
    </form>
  );
}

function toMerge({ fields }: TemplateForm): MergeField[] {
  return fields.map(({ name, value }) => ({ find: name, replace: value }));
}

/** Returns the values that a person has given, in the types of the template. */
function listGiven(form: TemplateForm, given: FieldValues): MergeField[] {
  const { merge = [] } = fillIn({ merge: toMerge(form) }, given);
  return merge.filter(({ find }) => Object.hasOwn(given, find));
}

function Film(props: {
  readonly film: FinishedRender | undefined;
  readonly change: RenderChange | undefined;
  readonly isBusy: boolean;
}): JSX.Element | null {
  const { film, change, isBusy } = props;
  if (film)
    return (
      <section class="render-result" aria-label="Your film">
        <div class="stage-box">
          <MediaPlayer url={film.url} poster={film.poster} />
        </div>
        <a class="button main" href={downloadAddressOf(film.url)} rel="noopener" download>
          Download
        </a>
      </section>
    );
  if (!isBusy) return null;
  return (
    <p class="message" role="status">
      <progress class="bar" value={change?.progress} max={1} aria-label="Progress" />
      {change?.status === 'queued' || !change ? 'Your film waits for its turn.' : 'Your film is being made.'}
    </p>
  );
}
