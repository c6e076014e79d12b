import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PlaceholderField } from '../../client/index.ts';
import type { MarkedValue } from '../document/placeholders.ts';
import { writeValue } from '../schema/field-words.ts';
import { readNumber } from '../inspector/read-number.ts';
import { KIND_NAMES, type PlaceholderKind } from './placeholder-kinds.ts';

interface PlaceholderDialogProps {
  /** The kinds that it can have. */
  readonly kinds: readonly PlaceholderKind[];
  readonly marked: MarkedValue;
  /** Name of the button that does it. */
  readonly action: string;
  readonly onDone: (marked: MarkedValue) => void;
  readonly onClose: () => void;
}

/** Asks how a form asks for the value of a placeholder. It is open as long as it is in the page. */
export function PlaceholderDialog({
  kinds,
  marked,
  action,
  onDone,
  onClose,
}: PlaceholderDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { field, value } = marked;
  const kind = useSignal<PlaceholderKind>(kinds.find((each) => each === field.kind) ?? kinds[0] ?? 'text');
  const submit = (form: HTMLFormElement): void => {
    onDone(readMarked(new FormData(form), kind.value, marked));
    dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-label="Placeholder"
      onClose={onClose}
      // The form around it would undo changes of the edit.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2>Placeholder</h2>
      <p class="soft">Whoever uses the template fills in this value.</p>
      <form
        class="placeholder-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        <LabelField label={writeValue(field.label)} />
        <KindField kinds={kinds} kind={kind} />
        <DefaultField kind={kind.value} value={value} />
        <LimitFields kind={kind.value} field={field} />
        <div class="actions">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button class="button main">{action}</button>
        </div>
      </form>
    </dialog>
  );
}

function LabelField({ label }: { readonly label: string }): JSX.Element {
  return (
    <label class="field">
      <span>Label</span>
      <input
        class="input"
        name="label"
        required
        maxLength={200}
        pattern=".*\S.*"
        defaultValue={label}
        autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
    </label>
  );
}

function KindField({
  kinds,
  kind,
}: {
  readonly kinds: readonly PlaceholderKind[];
  readonly kind: Signal<PlaceholderKind>;
}): JSX.Element | null {
  if (kinds.length < 2) return null;
  return (
    <label class="field">
      <span>Kind</span>
      <select
        class="input"
        value={kind.value}
        // The options are the kinds.
        onChange={(event) => (kind.value = event.currentTarget.value as PlaceholderKind)}
      >
        {kinds.map((each) => (
          <option key={each} value={each}>
            {KIND_NAMES[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The value that counts if none is given. That of a file is chosen in the form of the clip. */
function DefaultField({
  kind,
  value,
}: {
  readonly kind: PlaceholderKind;
  readonly value: unknown;
}): JSX.Element | null {
  if (!isWritten(kind)) return <p class="soft">Default: the file that is there now.</p>;
  return (
    <label class="field">
      <span>Default</span>
      {kind === 'text' ? (
        <textarea class="input" name="value" rows={2} defaultValue={writeValue(value)} />
      ) : (
        <input class="input" name="value" required defaultValue={writeValue(value)} />
      )}
    </label>
  );
}

function isWritten(kind: PlaceholderKind): boolean {
  return ['text', 'number', 'colour', 'choice'].includes(kind);
}

function LimitFields({
  kind,
  field,
}: {
  readonly kind: PlaceholderKind;
  readonly field: PlaceholderField;
}): JSX.Element | null {
  if (kind === 'choice')
    return (
      <label class="field">
        <span>Choices, one in each line</span>
        <textarea class="input" name="choices" rows={4} required defaultValue={field.choices?.join('\n')} />
      </label>
    );
  if (kind !== 'number' && kind !== 'text') return null;
  const unit = kind === 'text' ? ', characters' : '';
  return (
    <div class="placeholder-limits">
      {(['min', 'max'] as const).map((name) => (
        <label key={name} class="field">
          <span>
            {name === 'min' ? 'At least' : 'At most'}
            {unit}
          </span>
          <input
            class="input"
            name={name}
            type="number"
            step={kind === 'text' ? 1 : 'any'}
            min={kind === 'text' ? 0 : undefined}
            defaultValue={writeValue(field[name])}
          />
        </label>
      ))}
    </div>
  );
}

/** Reads the form. What does not belong to the kind is left out. */
function readMarked(form: FormData, kind: PlaceholderKind, before: MarkedValue): MarkedValue {
  const read = (name: string): string => {
    const entry = form.get(name);
    return typeof entry === 'string' ? entry.trim() : '';
  };
  const isNumber = typeof before.value === 'number';
  const toValue = (text: string): string | number => {
    const number = readNumber(text);
    return isNumber && number.kind === 'number' ? number.value : text;
  };
  const limits = (['min', 'max'] as const).flatMap((name) =>
    read(name) === '' ? [] : [[name, Number(read(name))] as const],
  );
  const value = toValue(read('value'));
  const choices = read('choices')
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [toValue(line.trim())]));
  return {
    value: isWritten(kind) ? value : before.value,
    field: {
      label: read('label'),
      kind,
      ...Object.fromEntries(limits),
      // The default can be chosen, too.
      ...(kind === 'choice' && { choices: [...new Set([...choices, value])].slice(0, 100) }),
    },
  };
}
