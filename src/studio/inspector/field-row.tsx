import type { JSX } from 'preact';
import type { ErrorDetail } from '../../client/index.ts';
import { nameOfPlaceholder } from '../document/placeholders.ts';
import { readCommonValue } from '../document/shape-places.ts';
import { draft } from '../edit/edit-state.ts';
import type { FormField } from '../schema/form-field.ts';
import { readAt } from '../schema/walk-schema.ts';
import { beginVisit, resetField, setField } from './change-field.ts';
import type { FieldsProps } from './control-props.ts';
import { beginNumberDrag } from './drag-number.ts';
import { FieldControl, isGroupControl } from './field-control.tsx';
import { focusField, idOf, problemsOf } from './field-places.ts';
import { isFolded } from './nested-fields.tsx';
import { MarkButton, PlaceholderValue } from '../placeholders/placeholders.tsx';
import { findSteps } from './number-steps.ts';

/** Fields with their controls. */
export function FieldList({ fields, kept }: FieldsProps): JSX.Element {
  return (
    <div class="fields">
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} kept={kept} />
      ))}
    </div>
  );
}

function FieldRow({ field: given, kept }: { readonly field: FormField; readonly kept: number }): JSX.Element {
  const { name, path, title, control, isRequired, description } = given;
  // Without a place of its own in a shape, the common one counts.
  const field = { ...given, fallback: readCommonValue(draft.value, path) ?? given.fallback };
  const value = readAt(draft.value, path);
  const id = idOf(path);
  const isNested = ['object', 'list', 'filters', 'transition'].includes(control.kind);
  const problems = problemsOf(path, ['object', 'list', 'filters'].includes(control.kind));
  const placeholder = nameOfPlaceholder(value);
  const isGroup = placeholder !== undefined || isGroupControl(control);
  return (
    <div
      id={`${id}-row`}
      class={`field-row${isNested ? ' nested' : ''}${isFolded(field, value) ? ' folded' : ''}${problems.length > 0 ? ' wrong' : ''}`}
      {...(isGroup && { role: 'group', 'aria-labelledby': `${id}-title` })}
      data-tip={`${name}: ${description}`}
      onFocusIn={(event) => {
        // A field within this one begins a visit of its own.
        event.stopPropagation();
        beginVisit();
      }}
      onPointerDown={beginVisit}
    >
      {!isFolded(field, value) && <FieldTitle field={field} value={value} id={id} isGroup={isGroup} />}
      {placeholder === undefined ? (
        <FieldControl field={field} value={value} kept={kept} id={id} Fields={FieldList} />
      ) : (
        <PlaceholderValue field={field} name={placeholder} />
      )}
      {value !== undefined && !isRequired && placeholder === undefined ? (
        <button
          type="button"
          class="button icon plain reset"
          aria-label={`Reset ${title}`}
          data-tip="Remove the value, so that the default counts"
          onClick={() => {
            resetField(path, kept);
            // The button goes away, and the focus would go with it.
            focusField(path);
          }}
        >
          ↺
        </button>
      ) : (
        <span class="reset" />
      )}
      <span id={`${id}-help`} class="only-read">
        {description}
      </span>
      <FieldProblems id={id} problems={problems} />
    </div>
  );
}

interface TitleProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly id: string;
}

function FieldTitle(props: TitleProps & { readonly isGroup: boolean }): JSX.Element {
  const { field, value, id, isGroup } = props;
  return (
    <span class={`field-title${value === undefined ? '' : ' set'}`}>
      {isGroup ? (
        <span id={`${id}-title`}>{field.title}</span>
      ) : (
        <FieldLabel field={field} value={value} id={id} />
      )}
      {field.isRequired && value === undefined && <span class="needed">needed</span>}
      {nameOfPlaceholder(value) === undefined && <MarkButton field={field} value={value} />}
    </span>
  );
}

/** The label of a field. That of a number is dragged to change it. */
function FieldLabel({ field, value, id }: TitleProps): JSX.Element {
  const { control, fallback, path, title } = field;
  const from = [value, fallback].find((each) => each !== undefined) ?? 0;
  if (control.kind !== 'number' || typeof from !== 'number') return <label for={id}>{title}</label>;
  return (
    <label
      for={id}
      class="drags"
      onPointerDown={(event) =>
        beginNumberDrag(event, from, findSteps(path, control), (next) => setField(path, next))
      }
    >
      {title}
    </label>
  );
}

function FieldProblems(props: {
  readonly id: string;
  readonly problems: readonly ErrorDetail[];
}): JSX.Element {
  return (
    <div id={`${props.id}-problems`} class="field-problems" aria-live="polite">
      {props.problems.map((problem) => (
        <p key={problem.message}>{shorten(problem)}</p>
      ))}
    </div>
  );
}

/** Returns the message with the name of the field instead of its whole place. */
function shorten({ message, field = '', path = [] }: ErrorDetail): string {
  return field === '' ? message : message.replace(field, String(path.at(-1) ?? field));
}
