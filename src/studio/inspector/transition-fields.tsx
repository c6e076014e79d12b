import type { JSX } from 'preact';
import type { Control } from '../schema/form-field.ts';
import type { InputProps } from './control-props.ts';
import { EasingPicker, LookPicker } from './look-picker.tsx';
import { NumberInput } from './number-field.tsx';

/** A transition: its name with a picture of its look, and a duration and a curve of its own. */
export function TransitionFields({
  control,
  ...input
}: InputProps & { readonly control: Extract<Control, { kind: 'transition' }> }): JSX.Element {
  const { id, title, value, set } = input;
  const { name, duration, easing } = readStep(value);
  /** Writes the name alone if it says everything. */
  const write = (next: Step): void => {
    const given = Object.entries(next).filter(([, part]) => part !== undefined);
    set(given.length === 1 && next.name !== undefined ? next.name : Object.fromEntries(given));
  };
  const step = { name, duration, easing };
  return (
    <div class="transition">
      <LookPicker
        {...input}
        value={name}
        look={id.endsWith('-out') ? 'out' : 'in'}
        choices={control.choices}
        set={(next) => write({ ...step, name: next })}
      />
      {name !== undefined && name !== 'none' && (
        <div class="pair">
          <NumberInput
            id=""
            title={`Duration of ${title}`}
            value={duration}
            fallback="usual time"
            unit="s"
            steps={{ step: 0.1, minimum: 0 }}
            set={(next) => write({ ...step, duration: next })}
            reset={() => write({ ...step, duration: undefined })}
          />
          <EasingPicker
            id={`${id}-easing`}
            title={`Curve of ${title}`}
            value={easing}
            fallback={undefined}
            choices={control.easings}
            set={(next) => write({ ...step, easing: next })}
            reset={() => write({ ...step, easing: undefined })}
          />
        </div>
      )}
    </div>
  );
}

/** A transition as its object. */
interface Step {
  readonly name?: unknown;
  readonly duration?: unknown;
  readonly easing?: unknown;
}

function readStep(value: unknown): Step {
  return typeof value === 'object' && value !== null ? value : { name: value };
}
