import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { createCurve, type CurvePoint } from '../../../render/grade/curve.ts';
import { wordsOf } from '../../schema/field-words.ts';
import type { InputProps } from '../control-props.ts';
import { LookTile } from '../look-picker.tsx';
import { Picker } from '../picker.tsx';
import { NAMED_CURVES } from './new-filters.ts';

/** All kinds of filters to add, each with a picture. */
export function FilterChoice(props: {
  readonly title: string;
  readonly kinds: readonly string[];
  readonly add: (kind: string) => void;
}): JSX.Element {
  const { title, kinds, add } = props;
  const isOpen = useSignal(false);
  return (
    <Picker isOpen={isOpen} title={title} button="Add a filter">
      <div class="looks" role="group" aria-label={title}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            class="look"
            onClick={() => {
              add(kind);
              isOpen.value = false;
            }}
          >
            <LookTile look="filters" name={kind} />
            <span>{wordsOf(kind)}</span>
          </button>
        ))}
      </div>
    </Picker>
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
