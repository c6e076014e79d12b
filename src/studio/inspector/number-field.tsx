import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { JsonPath } from '../document/edit-text.ts';
import { draft } from '../edit/edit-state.ts';
import { writeValue } from '../schema/field-words.ts';
import type { NumberControl } from '../schema/form-field.ts';
import { readAt } from '../schema/walk-schema.ts';
import { WordChips } from './choice-inputs.tsx';
import type { DrawFields, InputProps } from './control-props.ts';
import { TweenFields } from './nested-fields.tsx';

/** The properties of the field of a number. */
interface NumberFieldProps extends InputProps {
  readonly control: NumberControl;
  readonly path: JsonPath;
  readonly Fields: DrawFields;
}

/** A number with its unit, a slider if it has a range, and words that it may be instead. It may be animated. */
export function NumberField(props: NumberFieldProps): JSX.Element {
  const { control, value, id, title, set, reset, fallback, path, Fields } = props;
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
        step={range?.step}
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
    </div>
  );
}

/** The properties of a number without a label. */
export interface NumberInputProps extends InputProps {
  readonly unit: string;
  /** The step of the arrow keys. Default: 1. */
  readonly step?: number | undefined;
}

/** A number that is typed. Anything that is no number is kept as text, such as a placeholder. */
export function NumberInput({
  id,
  value,
  fallback,
  unit,
  step = 1,
  title,
  set,
  reset,
}: NumberInputProps): JSX.Element {
  // The typed text is shown as long as it means the value of the edit: `1.` while the edit has 1.
  const typed = useSignal<{ readonly text: string; readonly of: unknown } | undefined>(undefined);
  const shown = typed.value && Object.is(typed.value.of, value) ? typed.value.text : writeValue(value);
  const take = (text: string): void => {
    const next = text.trim() === '' ? undefined : readNumber(text);
    typed.value = { text, of: next ?? value };
    if (next !== undefined) set(next);
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
        placeholder={writeValue(fallback)}
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
          set(round(from + direction * step * (event.shiftKey ? 10 : 1)));
        }}
      />
      {unit !== '' && <span class="unit">{unit}</span>}
    </span>
  );
}

function readNumber(text: string): number | string {
  const number = Number(text.trim().replace(',', '.'));
  return Number.isFinite(number) ? number : text;
}

function round(number: number): number {
  return Math.round(number * 10_000) / 10_000;
}

/** The range of a slider. */
interface SliderRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Ranges of numbers that have none, or that are rarely used to their ends. */
const USUAL_RANGES: Readonly<Record<string, SliderRange>> = {
  opacity: { from: 0, to: 1, step: 0.01 },
  scale: { from: 0, to: 3, step: 0.01 },
  speed: { from: 0, to: 4, step: 0.05 },
  'offset.x': { from: -1, to: 1, step: 0.01 },
  'offset.y': { from: -1, to: 1, step: 0.01 },
  'skew.x': { from: -2, to: 2, step: 0.01 },
  'skew.y': { from: -2, to: 2, step: 0.01 },
};

function findRange(path: JsonPath, { minimum, maximum, isInteger }: NumberControl): SliderRange | undefined {
  const usual = USUAL_RANGES[path.slice(-2).join('.')] ?? USUAL_RANGES[String(path.at(-1))];
  if (usual) return usual;
  if (minimum === undefined || maximum === undefined) return undefined;
  const size = maximum - minimum;
  const steps = [0.01, 0.1, 1];
  const step = isInteger ? 1 : (steps.find((each) => size / each <= 600) ?? 1);
  return { from: minimum, to: maximum, step };
}

/** Returns a tween that begins with a value and lasts as long as its clip. */
function createTween(path: JsonPath, value: unknown): object {
  const length = readAt(draft.value, [...path.slice(0, 5), 'length']);
  const from = typeof value === 'number' ? value : 0;
  return { from, to: from, start: 0, length: typeof length === 'number' ? length : 1 };
}
