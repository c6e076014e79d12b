import type { JSX } from 'preact';
import type { StarterField } from './starters.ts';

interface FieldInputProps {
  readonly field: StarterField;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** The input of a placeholder. */
export function FieldInput({ field: { label, kind }, value, onInput }: FieldInputProps): JSX.Element {
  const read = (event: { readonly currentTarget: HTMLInputElement }): void =>
    onInput(event.currentTarget.value);
  if (kind === 'colour')
    return (
      <div class="field colour" role="group" aria-label={label}>
        <span>{label}</span>
        <input type="color" aria-label={`${label}: choose`} value={value} onInput={read} />
        <input class="input" aria-label={`${label}: as text`} value={value} onInput={read} />
      </div>
    );
  const isDrawn = /^\s*[<{]/.test(value);
  return (
    <label class="field">
      <span>{kind === 'text' ? label : `${label}: the address of a file (${kind})`}</span>
      <input
        class="input"
        value={isDrawn ? '' : value}
        placeholder={isDrawn ? 'A drawing of the template. Put in the address of a file.' : undefined}
        onInput={read}
      />
    </label>
  );
}
