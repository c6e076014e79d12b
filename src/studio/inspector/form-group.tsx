import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { draft } from '../edit/edit-state.ts';
import type { FormField } from '../schema/form-field.ts';
import type { FieldGroup } from '../schema/form-groups.ts';
import { readAt } from '../schema/walk-schema.ts';
import { FieldList, problemsOf } from './field-row.tsx';

/** Fewer fields are not hidden. */
const LEAST_HIDDEN = 2;

/** The titles of the groups that are open, for all clips. */
const openGroups = signal<ReadonlySet<string>>(
  new Set(['Time', 'Content', 'Place and size', 'Output', 'Timeline']),
);

/** A group of fields: the usual ones first, the others behind a button. */
export function FormGroup({
  group,
  kept,
}: {
  readonly group: FieldGroup;
  readonly kept: number;
}): JSX.Element {
  const { title, usual, others } = group;
  const isMore = useSignal(false);
  // A field that was set stays where it is when it is reset.
  const promoted = useRef(new Set<string>());
  for (const field of others) if (isUsed(field)) promoted.current.add(field.name);
  const isPromoted = ({ name }: FormField): boolean => promoted.current.has(name);
  const rest = others.filter((field) => !isPromoted(field));
  const isAllShown = rest.length < LEAST_HIDDEN || usual.length === 0;
  const shown = isAllShown ? [...usual, ...others] : [...usual, ...others.filter(isPromoted)];
  const hidden = isAllShown ? [] : rest;
  const all = [...usual, ...others];
  const problems = all.reduce((sum, { path }) => sum + problemsOf(path, false).length, 0);
  const used = all.filter(({ path }) => readAt(draft.value, path) !== undefined).length;
  const isOpen = openGroups.value.has(title);
  return (
    <details
      class="form-group"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open === isOpen) return;
        const next = new Set(openGroups.value);
        if (open) next.add(title);
        else next.delete(title);
        openGroups.value = next;
      }}
    >
      <summary>
        <h3>{title}</h3>
        {problems > 0 && (
          <span class="count bad">{problems === 1 ? '1 problem' : `${problems} problems`}</span>
        )}
        {used > 0 && <span class="count">{used} set</span>}
      </summary>
      {isOpen && (
        <>
          <FieldList fields={shown} kept={kept} />
          {hidden.length > 0 && (
            <button
              type="button"
              class="button plain more"
              aria-expanded={isMore.value}
              onClick={() => (isMore.value = !isMore.value)}
            >
              {isMore.value ? 'Fewer fields' : `${hidden.length} more fields`}
            </button>
          )}
          {isMore.value && <FieldList fields={hidden} kept={kept} />}
        </>
      )}
    </details>
  );
}

function isUsed({ path }: FormField): boolean {
  return readAt(draft.value, path) !== undefined || problemsOf(path, false).length > 0;
}
