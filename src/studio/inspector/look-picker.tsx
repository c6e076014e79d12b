import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { springAt } from '../../base/vocabulary/spring.ts';
import { readCurve } from '../document/motion/cut-curve.ts';
import { listBases, type NamedMotion, splitSpeed, wordsOf } from '../schema/field-words.ts';
import type { InputProps } from './control-props.ts';
import { arrowOf, describeLook, type LookKind } from './looks.ts';
import { Picker } from './picker.tsx';

/** The properties of a picker that shows a picture for each name. */
interface LookPickerProps extends InputProps {
  readonly look: LookKind;
  readonly choices: readonly string[];
}

const SPEEDS: readonly NamedMotion['speed'][] = ['Slow', '', 'Fast'];

/** An effect, a filter or a transition, shown as a picture of its look. The speed is chosen beside it. */
export function LookPicker({ id, title, value, fallback, set, look, choices }: LookPickerProps): JSX.Element {
  const isOpen = useSignal(false);
  const { base, speed } = splitSpeed(typeof value === 'string' ? value : 'none');
  const standard = typeof fallback === 'string' ? fallback : 'none';
  const speeds = SPEEDS.filter((each) => each === '' || choices.includes(base + each));
  const choose = (chosen: string): void => {
    const kept = chosen + speed;
    set(choices.includes(kept) ? kept : chosen);
  };
  return (
    <div class="look">
      <Picker
        isOpen={isOpen}
        title={title}
        button={
          <>
            <LookTile look={look} name={base} />
            {wordsOf(value === undefined ? standard : base)}
          </>
        }
      >
        <div class="looks" role="radiogroup" aria-label={title}>
          {listBases(choices).map((name) => (
            <label key={name} class="look">
              <input type="radio" name={id} checked={name === base} onChange={() => choose(name)} />
              <LookTile look={look} name={name} />
              <span>{wordsOf(name)}</span>
            </label>
          ))}
        </div>
      </Picker>
      {value !== undefined && speeds.length > 1 && (
        <div class="segments" role="group" aria-label={`Speed of ${title}`}>
          {speeds.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name={`${id}-speed`}
                checked={each === speed}
                onChange={() => set(base + each)}
              />
              <span>{each === '' ? 'Normal' : each}</span>
            </label>
          ))}
        </div>
      )}
    </div>
  );
}

/** A small picture of a filter, or of a movement at half of its time. It moves while the pointer is on it. */
export function LookTile({ look, name }: { readonly look: LookKind; readonly name: string }): JSX.Element {
  if (name === 'none') return <span class="stage-tile none" aria-hidden="true" />;
  return (
    <span class={`stage-tile ${look}`} aria-hidden="true">
      <span class="scene" style={describeLook(look, name)} />
      {look !== 'filter' && look !== 'filters' && <span class="direction">{arrowOf(name)}</span>}
    </span>
  );
}

/** The drawing of a curve: time from left to right, the value from the bottom to the top. */
export function EasingCurve({ easing }: { readonly easing: unknown }): JSX.Element {
  const curve = easing === 'linear' ? ([0, 0, 1, 1] as const) : readCurve(easing ?? '');
  return (
    <svg class="curve" viewBox="-0.1 -0.2 1.2 1.4" aria-hidden="true">
      <path class="curve-frame" d="M0 0H1M0 1H1" />
      {curve && <path class="curve-line" d={drawCurve(curve)} />}
    </svg>
  );
}

function drawCurve(curve: NonNullable<ReturnType<typeof readCurve>>): string {
  if ('type' in curve) {
    const points = Array.from(
      { length: 65 },
      (_, index) => `${index / 64} ${1 - springAt(curve, index / 64)}`,
    );
    return `M${points.join('L')}`;
  }
  const [x1, y1, x2, y2] = curve;
  return `M0 1C${x1} ${1 - y1} ${x2} ${1 - y2} 1 0`;
}
