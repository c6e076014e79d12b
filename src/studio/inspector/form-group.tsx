import { signal, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { JsonPath } from '../document/edit-text.ts';
import { draft } from '../edit/edit-state.ts';
import { formTarget } from '../edit/side-tabs.ts';
import type { FormField } from '../schema/form-field.ts';
import type { FieldGroup } from '../schema/form-groups.ts';
import { readAt } from '../schema/walk-schema.ts';
import { focusField, problemsOf } from './field-places.ts';
import { FieldList } from './field-row.tsx';

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
}): JSX.Element | null {
  const { title } = group;
  const [usual, others] = [group.usual.filter(isOffered), group.others.filter(isOffered)];
  const isMore = useSignal(false);
  // A field that was set stays where it is when it is reset.
  const promoted = useRef(new Set<string>());
  for (const field of others) if (isUsed(field)) promoted.current.add(field.path.join('.'));
  const isPromoted = ({ path }: FormField): boolean => promoted.current.has(path.join('.'));
  const rest = others.filter((field) => !isPromoted(field));
  const isAllShown = rest.length < LEAST_HIDDEN || usual.length === 0;
  const shown = isAllShown ? [...usual, ...others] : [...usual, ...others.filter(isPromoted)];
  const hidden = isAllShown ? [] : rest;
  const all = [...usual, ...others];
  const problems = all.reduce((sum, { path }) => sum + problemsOf(path, false).length, 0);
  const used = all.filter(({ path }) => readAt(draft.value, path) !== undefined).length;
  const isOpen = openGroups.value.has(title);
  useFormTarget(all, (target) => {
    setOpen(title, true);
    isMore.value ||= hidden.some(({ path }) => holds(path, target));
  });
  if (all.length === 0) return null;
  return (
    <details
      class="form-group"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(title, currentTarget.open)}
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
              class="button plain more-fields"
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

function setOpen(title: string, isOpen: boolean): void {
  if (openGroups.peek().has(title) === isOpen) return;
  const next = new Set(openGroups.peek());
  if (isOpen) next.add(title);
  else next.delete(title);
  openGroups.value = next;
}

/** Shows the field that the form shall show, if it is one of these. @param open makes it visible. */
function useFormTarget(fields: readonly FormField[], open: (target: JsonPath) => void): void {
  useSignalEffect(() => {
    const { value: target } = formTarget;
    if (!target || !fields.some(({ path }) => holds(path, target))) return;
    formTarget.value = undefined;
    open(target);
    focusField(target);
  });
}

/** True if a place is that of a field, or within it. */
function holds(path: JsonPath, place: JsonPath): boolean {
  return path.every((step, index) => place[index] === step);
}

/** True for a field that a person can set. One without a control is shown if it is set. */
function isOffered(field: FormField): boolean {
  return field.control.kind !== 'json' || isUsed(field);
}

function isUsed({ path }: FormField): boolean {
  return readAt(draft.value, path) !== undefined || problemsOf(path, false).length > 0;
}
