import '../style/requests.css';
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { KinoraApiError } from '../../client/index.ts';
import { FileField } from '../files/file-field.tsx';
import { wordsOf } from '../schema/field-words.ts';
import { describeError } from '../shell/describe-error.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import type { RequestField, RequestValues } from './request-fields.ts';

interface FieldFormProps {
  readonly fields: readonly RequestField[];
  /** The pointers of the fields that are shown at once, in order. The others are behind a button. */
  readonly usual: readonly string[];
  /** Titles that do not follow from the names of the fields, by pointer. */
  readonly titles?: Readonly<Record<string, string>>;
  /** The beginning of the pointers of the server. */
  readonly root: string;
  readonly values: Signal<RequestValues>;
  readonly action: string;
  /** Sends the request. Its errors are shown at the fields that they name. */
  readonly onSend: () => Promise<void>;
  readonly children?: ComponentChildren;
}

/** A form for a request: the usual fields first. Problems stand beside their fields. */
export function FieldForm(props: FieldFormProps): JSX.Element {
  const { fields, usual, root, values, action, onSend, children } = props;
  const problems = useSignal<Readonly<Record<string, string>>>({});
  const failure = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const send = async (): Promise<void> => {
    isBusy.value = true;
    try {
      await onSend();
      problems.value = {};
      failure.value = undefined;
    } catch (error) {
      const details = error instanceof KinoraApiError ? error.details : [];
      problems.value = Object.fromEntries(
        details.map(({ pointer = '', message }) => [pointer.replace(root, ''), withoutPlace(message)]),
      );
      const isPlaced = details.length > 0 && details.every(({ pointer }) => isKnown(fields, root, pointer));
      failure.value = isPlaced ? undefined : describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  const draw = (field: RequestField): JSX.Element => (
    <Field
      key={field.pointer}
      field={{ ...field, title: props.titles?.[field.pointer] ?? field.title }}
      value={values.value[field.pointer] ?? ''}
      problem={problems.value[field.pointer]}
      onInput={(text) => (values.value = { ...values.value, [field.pointer]: text })}
    />
  );
  const shown = usual.flatMap((pointer) => fields.find((field) => field.pointer === pointer) ?? []);
  const others = fields.filter((field) => !shown.includes(field));
  return (
    <form
      class="make-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
      <div class="request-fields">{shown.map(draw)}</div>
      {others.length > 0 && (
        <details open={others.some(({ pointer }) => problems.value[pointer] !== undefined)}>
          <summary>More</summary>
          <div class="request-fields">{others.map(draw)}</div>
        </details>
      )}
      <FailureMessage text={failure.value} />
      <div class="actions">
        <button class="button main" disabled={isBusy.value}>
          {action}
        </button>
      </div>
    </form>
  );
}

/** Returns a message without the name of its field, beside which it stands. */
function withoutPlace(message: string): string {
  const rest = message.replace(/^[\w[\].]+ (?=must|is|has)/, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function isKnown(fields: readonly RequestField[], root: string, pointer = ''): boolean {
  return fields.some((field) => root + field.pointer === pointer);
}

interface FieldProps {
  readonly field: RequestField;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onInput: (text: string) => void;
}

function Field({ field, value, problem, onInput }: FieldProps): JSX.Element {
  const id = useId();
  const { title, description, kind, isRequired } = field;
  return (
    <div class={`field${kind === 'long text' ? ' wide' : ''}`}>
      <label for={id}>
        {title}
        {isRequired && <span class="soft"> (required)</span>}
      </label>
      <Input id={id} field={field} value={value} problem={problem} onInput={onInput} />
      <small id={`${id}-help`} class={problem === undefined ? 'soft' : 'request-problem'}>
        {problem ?? description}
      </small>
    </div>
  );
}

function Input({ id, field, value, problem, onInput }: FieldProps & { readonly id: string }): JSX.Element {
  const { kind, choices, isRequired, minimum, maximum, maxLength, title, pointer } = field;
  if (kind === 'image')
    return (
      <FileField
        id={id}
        place={`request ${pointer}`}
        title={title}
        kinds={['image']}
        address={value}
        describedBy={`${id}-help`}
        set={onInput}
      />
    );
  const shared = {
    id,
    value,
    class: 'input',
    'aria-describedby': `${id}-help`,
    'aria-invalid': problem !== undefined,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onInput(currentTarget.value),
  };
  if (kind === 'long text') return <textarea {...shared} rows={4} maxLength={maxLength} />;
  if (kind === 'choice')
    return (
      <select {...shared}>
        <option value="">{isRequired ? 'Choose' : 'Default'}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {nameChoice(choice)}
          </option>
        ))}
      </select>
    );
  if (kind === 'number') return <input {...shared} type="number" step="any" min={minimum} max={maximum} />;
  return (
    <>
      <input {...shared} type="text" maxLength={maxLength} list={`${id}-list`} />
      <datalist id={`${id}-list`}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </>
  );
}

function nameChoice(choice: string): string {
  if (choice === 'true') return 'Yes';
  if (choice === 'false') return 'No';
  return /^[a-z]+(_[a-z]+)+$/.test(choice) ? wordsOf(choice.replaceAll('_', '-')) : choice;
}
