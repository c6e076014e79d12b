import '../style/placeholders.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { MergeField } from '../../client/index.ts';
import {
  changePlaceholder,
  findMergeField,
  markValue,
  movePlaceholder,
  unmarkValue,
} from '../document/placeholders.ts';
import { apply, draft } from '../edit/edit-state.ts';
import { findFileName } from '../files/known-files.ts';
import { writeValue } from '../schema/field-words.ts';
import type { FormField } from '../schema/form-field.ts';
import { notify } from '../shell/notice.tsx';
import { focusField } from '../inspector/field-places.ts';
import { PlaceholderDialog } from './placeholder-dialog.tsx';
import { KIND_NAMES, listChoices, listKinds, type PlaceholderKind } from './placeholder-kinds.ts';

/** The button that makes the value of a field a placeholder. It is there only if a form can ask for the value. */
export function MarkButton({
  field,
  value = field.fallback,
}: {
  readonly field: FormField;
  readonly value: unknown;
}): JSX.Element | null {
  const isOpen = useSignal(false);
  const kinds = listKinds(field);
  if (kinds.length === 0 || value === undefined || typeof value === 'object') return null;
  const choices = listChoices(field);
  const marked = { value, field: { label: field.title, ...(choices.length > 0 && { choices }) } };
  return (
    <>
      <button
        type="button"
        class="button icon plain mark-value"
        aria-label={`Make a placeholder of ${field.title}`}
        title="Make it a placeholder: whoever uses the template fills it in"
        onClick={() => (isOpen.value = true)}
      >
        {'{ }'}
      </button>
      {isOpen.value && (
        <PlaceholderDialog
          kinds={kinds}
          marked={marked}
          action="Make a placeholder"
          onDone={(next) => {
            apply(markValue(draft.peek(), field.path, next));
            focusField(field.path);
          }}
          onClose={() => (isOpen.value = false)}
        />
      )}
    </>
  );
}

/** A field whose value is a placeholder, with its default. */
export function PlaceholderValue({
  field,
  name,
}: {
  readonly field: FormField;
  readonly name: string;
}): JSX.Element {
  const entry = findMergeField(draft.value, name);
  if (!entry)
    return (
      <span class="placeholder-value">
        <span>{name}</span> <span class="soft">has no value</span>
      </span>
    );
  return (
    <span class="placeholder-value">
      <Described entry={entry} />
      <ChangeButton entry={entry} kinds={listKinds(field)} />
      <button
        type="button"
        class="button small"
        aria-label={`Remove the placeholder ${entry.field?.label ?? name}`}
        onClick={() => {
          apply(unmarkValue(draft.peek(), name));
          focusField(field.path);
        }}
      >
        Remove
      </button>
    </span>
  );
}

/** The label of a placeholder with its default. */
function Described({ entry: { find, replace, field } }: { readonly entry: MergeField }): JSX.Element {
  return (
    <span>
      <strong>{field?.label ?? find}</strong> <span class="soft">{writeDefault(replace, field?.kind)}</span>
    </span>
  );
}

/** The kinds of placeholders whose value is the address of a file. */
const FILE_KINDS: readonly unknown[] = ['image', 'video', 'audio', 'captions'];

function writeDefault(value: unknown, kind: unknown): string {
  if (typeof value === 'object') return 'a file';
  return typeof value === 'string' && FILE_KINDS.includes(kind) ? findFileName(value) : writeValue(value);
}

function ChangeButton({
  entry: { find, replace, field = {} },
  kinds,
}: {
  readonly entry: MergeField;
  readonly kinds: readonly PlaceholderKind[];
}): JSX.Element {
  const isOpen = useSignal(false);
  const label = field.label ?? find;
  return (
    <>
      <button
        type="button"
        class="button small"
        aria-label={`Change the placeholder ${label}`}
        onClick={() => (isOpen.value = true)}
      >
        Change
      </button>
      {isOpen.value && (
        <PlaceholderDialog
          kinds={kinds}
          marked={{ value: replace, field: { label, ...field } }}
          action="Change"
          onDone={(next) => apply(changePlaceholder(draft.peek(), find.trim(), next))}
          onClose={() => (isOpen.value = false)}
        />
      )}
    </>
  );
}

/** All placeholders of the edit, in the order of the form. */
export function PlaceholderList(): JSX.Element | null {
  const { merge = [] } = draft.value;
  if (merge.length === 0) return null;
  const move = (entry: MergeField, by: number): void => {
    apply(movePlaceholder(draft.peek(), entry.find.trim(), by));
    const place = merge.indexOf(entry) + by + 1;
    notify(`${entry.field?.label ?? entry.find} is field ${place} of ${merge.length} now.`);
  };
  return (
    <details class="form-group" open>
      <summary>
        <h3>Placeholders</h3>
        <span class="count">{merge.length}</span>
      </summary>
      <ol class="placeholder-list">
        {merge.map((entry, index) => {
          const label = entry.field?.label ?? entry.find;
          return (
            <li key={entry.find}>
              <Described entry={entry} />
              <button
                type="button"
                class="button icon plain"
                aria-label={`Move ${label} up`}
                disabled={index === 0}
                onClick={() => move(entry, -1)}
              >
                ↑
              </button>
              <button
                type="button"
                class="button icon plain"
                aria-label={`Move ${label} down`}
                disabled={index === merge.length - 1}
                onClick={() => move(entry, 1)}
              >
                ↓
              </button>
              <ChangeButton entry={entry} kinds={kindsOf(entry)} />
              <button
                type="button"
                class="button small"
                aria-label={`Remove the placeholder ${label}`}
                onClick={() => apply(unmarkValue(draft.peek(), entry.find.trim()))}
              >
                Remove
              </button>
            </li>
          );
        })}
      </ol>
    </details>
  );
}

/** Returns the kinds that a placeholder can change to without its field. */
function kindsOf({ replace, field }: MergeField): PlaceholderKind[] {
  const known = Object.keys(KIND_NAMES).find((kind) => kind === field?.kind);
  // It is a name of the list.
  const kind = (known ?? (typeof replace === 'number' ? 'number' : 'text')) as PlaceholderKind;
  return typeof replace === 'object' ? [kind] : [...new Set<PlaceholderKind>([kind, 'choice'])];
}
