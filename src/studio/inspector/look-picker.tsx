import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { type Spring, springAt, USUAL_BOUNCE } from '../../base/vocabulary/spring.ts';
import { readCurve } from '../document/motion/cut-curve.ts';
import { listBases, type NamedMotion, splitSpeed, wordsOf, writeValue } from '../schema/field-words.ts';
import { readAt } from '../schema/walk-schema.ts';
import type { InputProps } from './control-props.ts';
import { arrowOf, describeLook, type LookKind } from './looks.ts';
import { NumberInput } from './number-field.tsx';
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

/** A curve of a movement, shown as a curve. */
export function EasingPicker({
  id,
  title,
  value,
  fallback,
  set,
  choices,
}: InputProps & { readonly choices: readonly string[] }): JSX.Element {
  const isOpen = useSignal(false);
  const shown = value ?? fallback;
  const isSpring = readAt(value, ['type']) === 'spring';
  return (
    <div class="look">
      <Picker
        isOpen={isOpen}
        title={title}
        button={
          <>
            <EasingCurve easing={shown} />
            {nameEasing(shown)}
          </>
        }
      >
        <div class="looks" role="radiogroup" aria-label={title}>
          {[...choices, SPRING].map((choice) => (
            <label key={nameEasing(choice)} class="look">
              <input
                type="radio"
                name={id}
                checked={choice === SPRING ? isSpring : choice === value}
                onChange={() => set(choice)}
              />
              <EasingCurve easing={choice} />
              <span>{nameEasing(choice)}</span>
            </label>
          ))}
        </div>
      </Picker>
      {isSpring && (
        <NumberInput
          id={`${id}-bounce`}
          title="Bounce of the spring"
          value={readAt(value, ['bounce'])}
          fallback={USUAL_BOUNCE}
          unit=""
          steps={{ step: 0.05, minimum: 0, maximum: 0.9 }}
          set={(bounce) => set({ ...SPRING, bounce })}
          reset={() => set(SPRING)}
        />
      )}
    </div>
  );
}

/** A spring with its usual bounce. */
const SPRING: Spring = { type: 'spring' };

function nameEasing(easing: unknown): string {
  if (readAt(easing, ['type']) === 'spring') return 'Spring';
  if (Array.isArray(easing)) return 'Own curve';
  const name = writeValue(easing);
  return name === '' ? 'As usual' : wordsOf(name);
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
