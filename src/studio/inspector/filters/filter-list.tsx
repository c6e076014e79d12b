import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { createCurve, type CurvePoint } from '../../../render/grade/curve.ts';
import type { JsonPath } from '../../document/edit-text.ts';
import { wordsOf } from '../../schema/field-words.ts';
import { type FormField, listFieldsOf } from '../../schema/form-field.ts';
import { listObjects, readAt, type SchemaPart } from '../../schema/walk-schema.ts';
import { resetField, setField } from '../change-field.ts';
import type { DrawFields, InputProps } from '../control-props.ts';
import { problemsOf } from '../field-places.ts';
import { LookTile } from '../look-picker.tsx';
import { JsonSummary } from '../nested-fields.tsx';
import { createFilter, moveItem, NAMED_CURVES } from './new-filters.ts';
import { Picker } from '../picker.tsx';
import { editSchema } from '../schema-state.ts';

/** Filters with values: each with a picture, in their order, and all kinds to add. */
export function FilterList(props: {
  readonly field: FormField;
  readonly value: unknown;
  readonly item: SchemaPart;
  readonly Fields: DrawFields;
}): JSX.Element {
  const { field, value, item, Fields } = props;
  const { path, title } = field;
  const isOpen = useSignal(false);
  if (value !== undefined && !Array.isArray(value)) return <JsonSummary path={path} value={value} />;
  const filters: readonly unknown[] = value ?? [];
  const types = listObjects(editSchema.value ?? {}, item).map(({ properties }) =>
    String(properties?.['type']?.const),
  );
  const add = (type: string): void => {
    setField(path, [...filters, createFilter(type)]);
    isOpen.value = false;
  };
  return (
    <div class={filters.length > 0 ? 'list filled' : 'list'}>
      {filters.map((filter, index) => (
        <FilterItem key={index} {...{ path, filters, filter, index, item, Fields }} />
      ))}
      <Picker isOpen={isOpen} title={title} button="Add a filter">
        <div class="looks" role="group" aria-label={title}>
          {types.map((type) => (
            <button key={type} type="button" class="look" onClick={() => add(type)}>
              <LookTile look="filters" name={type} />
              <span>{wordsOf(type)}</span>
            </button>
          ))}
        </div>
      </Picker>
    </div>
  );
}

function FilterItem(props: {
  readonly path: JsonPath;
  readonly filters: readonly unknown[];
  readonly filter: unknown;
  readonly index: number;
  readonly item: SchemaPart;
  readonly Fields: DrawFields;
}): JSX.Element {
  const { path, filters, filter, index, item, Fields } = props;
  const own = [...path, index];
  const isOpen = useSignal(problemsOf(own, false).length > 0);
  const type = String(readAt(filter, ['type']));
  const title = wordsOf(type);
  const fields = isOpen.value
    ? listFieldsOf(editSchema.value ?? {}, item, own, filter).filter(({ name }) => name !== 'type')
    : [];
  return (
    <details
      class="object item"
      open={isOpen.value}
      onToggle={(event) => (isOpen.value = event.currentTarget.open)}
    >
      <summary>
        <LookTile look="filters" name={type} />
        <span>{title}</span>
      </summary>
      <Fields fields={fields} kept={own.length} />
      <div class="list-tools">
        {index > 0 && (
          <MoveButton
            text="Earlier"
            title={title}
            move={() => setField(path, moveItem(filters, index, -1))}
          />
        )}
        {index < filters.length - 1 && (
          <MoveButton text="Later" title={title} move={() => setField(path, moveItem(filters, index, 1))} />
        )}
        <MoveButton text="Remove" title={title} move={() => resetField(own, path.length)} />
      </div>
    </details>
  );
}

function MoveButton(props: {
  readonly text: string;
  readonly title: string;
  readonly move: () => void;
}): JSX.Element {
  const { text, title, move } = props;
  return (
    <button type="button" class="button chip" aria-label={`${text}: ${title}`} onClick={move}>
      {text}
    </button>
  );
}

/** A curve through points: one of those with names. Others are shown, and changed in the JSON. */
export function CurvePicker({
  id,
  title,
  value,
  set,
}: Pick<InputProps, 'id' | 'title' | 'value' | 'set'>): JSX.Element {
  const isOpen = useSignal(false);
  const chosen = Object.entries(NAMED_CURVES).find(
    ([, points]) => JSON.stringify(points) === JSON.stringify(value),
  )?.[0];
  const name = value === undefined ? 'No change' : chosen === undefined ? 'Own curve' : wordsOf(chosen);
  return (
    <Picker
      isOpen={isOpen}
      title={title}
      button={
        <>
          <CurveTile points={value} />
          {name}
        </>
      }
    >
      <div class="looks" role="radiogroup" aria-label={title}>
        {Object.entries(NAMED_CURVES).map(([each, points]) => (
          <label key={each} class="look">
            <input type="radio" name={id} checked={each === chosen} onChange={() => set(points)} />
            <CurveTile points={points} />
            <span>{wordsOf(each)}</span>
          </label>
        ))}
      </div>
    </Picker>
  );
}

/** The drawing of a curve: inputs from left to right, outputs from the bottom to the top. */
function CurveTile({ points }: { readonly points: unknown }): JSX.Element {
  const curve = isCurve(points) ? createCurve(points) : (input: number) => input;
  const places = Array.from({ length: 21 }, (_, step) => `${step / 20} ${1 - curve(step / 20)}`);
  return (
    <svg class="curve" viewBox="-0.1 -0.2 1.2 1.4" aria-hidden="true">
      <path class="curve-frame" d="M0 0H1M0 1H1" />
      <path class="curve-line" d={`M${places.join('L')}`} />
    </svg>
  );
}

/** True for points without tweens. */
function isCurve(points: unknown): points is readonly CurvePoint[] {
  return (
    Array.isArray(points) &&
    points.every(
      (point) =>
        Array.isArray(point) && point.length === 2 && point.every((number) => typeof number === 'number'),
    )
  );
}
