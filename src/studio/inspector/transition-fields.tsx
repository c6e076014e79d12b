import type { JSX } from 'preact';
import type { Control, FormField } from '../schema/form-field.ts';
import type { InputProps } from './control-props.ts';
import { ChoiceInput, SwitchInput } from './choice-inputs.tsx';
import { EasingPicker } from './easing/easing-picker.tsx';
import { FileInput } from './file-input.tsx';
import { LookPicker } from './look-picker.tsx';
import { NumberInput } from './number-field.tsx';

/** A transition: its name with a picture of its look, a duration and a curve, and the fields that only it has. */
export function TransitionFields({
  control,
  ...input
}: InputProps & { readonly control: Extract<Control, { kind: 'transition' }> }): JSX.Element {
  const { id, title, value, set } = input;
  const step = readStep(value);
  const { name, duration, easing } = step;
  /** Writes the name alone if it says everything. */
  const write = (next: Step): void => {
    const given = Object.entries(next).filter(([, part]) => part !== undefined);
    set(given.length === 1 && next.name !== undefined ? next.name : Object.fromEntries(given));
  };
  return (
    <div class="transition">
      <LookPicker
        {...input}
        value={name}
        look={id.endsWith('-out') ? 'out' : 'in'}
        choices={control.choices}
        set={(next) => write({ name: next, duration, easing })}
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
      {(control.own[String(name)] ?? []).map((field) => (
        <OwnField
          key={field.name}
          field={field}
          id={`${id}-${field.name}`}
          title={field.title}
          value={step[field.name]}
          fallback={field.fallback}
          set={(next) => write({ ...step, ...INSTEAD[field.name], [field.name]: next })}
          reset={() => write({ ...step, [field.name]: undefined })}
        />
      ))}
    </div>
  );
}

/** The fields that a field takes the place of. */
const INSTEAD: Readonly<Record<string, Step>> = { src: { pattern: undefined }, pattern: { src: undefined } };

/** A field that only one transition has: names to choose from, a file, a switch or a number. */
function OwnField({ field, ...input }: InputProps & { readonly field: FormField }): JSX.Element {
  const { control, path } = field;
  return (
    <div class="pair" role="group" aria-label={input.title}>
      <label for={input.id}>{field.title}</label>
      {control.kind === 'choice' && <ChoiceInput {...input} field={field.name} choices={control.choices} />}
      {control.kind === 'file' && (
        <FileInput {...input} path={path} kinds={control.kinds} write={input.set} />
      )}
      {control.kind === 'switch' && <SwitchInput {...input} />}
      {control.kind === 'number' && (
        <NumberInput
          {...input}
          unit=""
          steps={{ step: control.isInteger ? 1 : 0.1, minimum: control.minimum ?? 0 }}
        />
      )}
    </div>
  );
}

/** A transition as its object. */
interface Step {
  readonly name?: unknown;
  readonly duration?: unknown;
  readonly easing?: unknown;
  readonly [field: string]: unknown;
}

function readStep(value: unknown): Step {
  return typeof value === 'object' && value !== null ? (value as Step) : { name: value };
}
