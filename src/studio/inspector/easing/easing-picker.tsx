import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { type Spring, USUAL_BOUNCE } from '../../../base/vocabulary/spring.ts';
import { wordsOf, writeValue } from '../../schema/field-words.ts';
import { readAt } from '../../schema/walk-schema.ts';
import type { InputProps } from '../control-props.ts';
import { EasingCurve } from '../look-picker.tsx';
import { NumberInput } from '../number-field.tsx';
import { Picker } from '../picker.tsx';

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
