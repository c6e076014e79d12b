import type { JSX } from 'preact';
import type { FilledField } from './starters.ts';
import { findTemplateFile, type TemplateFile } from './template-file.ts';

/** The properties of the input of a placeholder. */
interface FieldInputProps {
  readonly field: FilledField;
  /** The value that a person has given. Undefined if it is that of the template. */
  readonly given: string | undefined;
  /** The value of the template. */
  readonly standard: string;
  readonly set: (value: string | undefined) => void;
  /** Draws the place of a file. */
  readonly drawFile: (file: TemplateFile) => JSX.Element;
}

/** The input of a placeholder. */
export function FieldInput({ field, given, standard, set, drawFile }: FieldInputProps): JSX.Element {
  const { label, kind, choices = [], min, max } = field;
  const file = findTemplateFile(field, standard);
  if (file)
    return (
      <div class="field" role="group" aria-label={label}>
        <span>{label}</span>
        {drawFile(file)}
      </div>
    );
  const value = given ?? standard;
  const shared = {
    value,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      set(event.currentTarget.value),
  };
  if (kind === 'colour')
    return (
      <div class="field colour" role="group" aria-label={label}>
        <span>{label}</span>
        <input type="color" aria-label={`${label}: choose`} {...shared} />
        <input class="input" aria-label={`${label}: as text`} {...shared} />
      </div>
    );
  if (kind === 'choice')
    return (
      <label class="field">
        <span>{label}</span>
        <select class="input" {...shared}>
          {choices.map((choice) => (
            <option key={choice} value={String(choice)}>
              {choice}
            </option>
          ))}
        </select>
      </label>
    );
  if (kind === 'number')
    return (
      <label class="field">
        <span>{label}</span>
        <input class="input" type="number" step="any" required min={min} max={max} {...shared} />
      </label>
    );
  return (
    <label class="field">
      <span>{label}</span>
      {standard.includes('\n') ? (
        <textarea class="input" rows={3} minLength={min} maxLength={max} {...shared} />
      ) : (
        <input class="input" minLength={min} maxLength={max} {...shared} />
      )}
    </label>
  );
}
