import { useSignal } from '@preact/signals';
import { Fragment, type JSX } from 'preact';
import type { JsonPath } from '../document/edit-text.ts';
import { draft } from '../edit/edit-state.ts';
import { toPercent, writeValue, writeValueAt } from '../schema/field-words.ts';
import type { NumberControl } from '../schema/form-field.ts';
import { readAt } from '../schema/walk-schema.ts';
import { WordChips } from './choice-inputs.tsx';
import type { DrawFields, InputProps } from './control-props.ts';
import { TweenFields } from './nested-fields.tsx';
import { findRange, findSteps, type NumberSteps, stepNumber } from './number-steps.ts';
import { readNumber, roundNumber } from './read-number.ts';

/** The properties of the field of a number. */
interface NumberFieldProps extends InputProps {
  readonly control: NumberControl;
  readonly path: JsonPath;
  readonly Fields: DrawFields;
}

const CORNERS = ['Top left', 'Top right', 'Bottom right', 'Bottom left'];

/** A number with its unit, a slider if it has a range, and words that it may be instead. It may be animated. */
export function NumberField(props: NumberFieldProps): JSX.Element {
  const { control, value, id, title, set, reset, fallback, path, Fields } = props;
  // Four radii, each a number that may be animated. Tweens are objects.
  if (control.hasCorners && Array.isArray(value) && (typeof value[0] !== 'object' || Array.isArray(value[0])))
    return <Corners {...props} value={value} />;
  if (Array.isArray(value) && control.tween)
    return <TweenFields path={path} value={value} Fields={Fields} tween={control.tween} />;
  const range = findRange(path, control);
  return (
    <div class="number">
      {range && (
        <input
          type="range"
          class={value === undefined ? 'unset' : ''}
          aria-label={`${title}, slider`}
          aria-valuetext={writeValueAt(path, value ?? fallback ?? range.from)}
          min={range.from}
          max={range.to}
          step={range.step}
          value={typeof value === 'number' ? value : typeof fallback === 'number' ? fallback : range.from}
          onInput={(event) => set(event.currentTarget.valueAsNumber)}
        />
      )}
      <NumberInput
        id={id}
        value={value}
        fallback={fallback}
        title={title}
        set={set}
        reset={reset}
        unit={control.unit}
        steps={findSteps(path, control)}
      />
      <WordChips words={control.words} value={value} set={set} />
      {control.tween && (
        <button
          type="button"
          class="button chip"
          aria-label={`Animate ${title}`}
          title="Change the number over the time of the clip"
          onClick={() => set([createTween(path, value ?? fallback)])}
        >
          ◆
        </button>
      )}
      {control.hasCorners && (
        <button type="button" class="button chip" onClick={() => set(CORNERS.map(() => value ?? 0))}>
          Each corner
        </button>
      )}
    </div>
  );
}

/** The radii of four corners. */
function Corners({
  value,
  ...props
}: NumberFieldProps & { readonly value: readonly unknown[] }): JSX.Element {
  return (
    <div>
      {CORNERS.map((corner, index) => (
        <Fragment key={corner}>
          {corner}
          <NumberField
            {...props}
            id=""
            title={corner}
            control={{ ...props.control, hasCorners: false }}
            path={[...props.path, index]}
            value={value[index]}
            set={(next) => props.set(value.with(index, next))}
            reset={() => props.set(value.with(index, 0))}
          />
        </Fragment>
      ))}
    </div>
  );
}

/** The properties of a number without a label. */
export interface NumberInputProps extends InputProps {
  readonly unit: string;
  /** The steps of the arrow keys. */
  readonly steps: NumberSteps;
}

/**
 * A number that is typed, or calculated from what is typed; as percent if that is its unit. Words are kept as text, such as a placeholder. What is not
 * whole yet, such as a minus, changes nothing.
 */
export function NumberInput({
  id,
  value,
  fallback,
  unit,
  steps,
  title,
  set,
  reset,
}: NumberInputProps): JSX.Element {
  // The typed text is shown as long as it means the value of the edit: `1.` while the edit has 1.
  const typed = useSignal<{ readonly text: string; readonly of: unknown } | undefined>(undefined);
  const write = (number: unknown): string =>
    writeValue(unit === '%' && typeof number === 'number' ? toPercent(number) : number);
  const shown = typed.value && Object.is(typed.value.of, value) ? typed.value.text : write(value);
  const take = (text: string): void => {
    const read = readNumber(text, unit);
    if (text.trim() === '' || read.kind === 'unfinished') {
      typed.value = { text, of: value };
      return;
    }
    const isShare = unit === '%' && read.kind === 'number';
    const next = isShare ? roundNumber(read.value / 100) : read.value;
    typed.value = { text, of: next };
    set(next);
  };
  return (
    <span class="number-input">
      <input
        id={id}
        class="input"
        inputMode="decimal"
        autocomplete="off"
        spellcheck={false}
        value={shown}
        placeholder={write(fallback)}
        {...(id === '' ? { 'aria-label': title } : { 'aria-describedby': `${id}-help ${id}-problems` })}
        onInput={(event) => take(event.currentTarget.value)}
        onBlur={(event) => {
          if (event.currentTarget.value.trim() === '' && value !== undefined) reset();
          typed.value = undefined;
        }}
        onKeyDown={(event) => {
          const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (direction === undefined) return;
          event.preventDefault();
          const from = typeof value === 'number' ? value : typeof fallback === 'number' ? fallback : 0;
          set(stepNumber(from, direction, steps, event));
        }}
      />
      {unit !== '' && <span class="unit">{unit}</span>}
    </span>
  );
}

/** Returns a tween that begins with a value and lasts as long as its clip. */
function createTween(path: JsonPath, value: unknown): object {
  const length = readAt(draft.value, [...path.slice(0, 5), 'length']);
  const from = typeof value === 'number' ? value : 0;
  return { from, to: from, start: 0, length: typeof length === 'number' ? length : 1 };
}
