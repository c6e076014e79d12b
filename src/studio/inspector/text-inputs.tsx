import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { expandColour } from '../../base/colour.ts';
import { ColourChoices } from '../brand/colour-choices.tsx';
import { familyOf, FontChoices } from '../brand/font-choices.tsx';
import { writeValue } from '../schema/field-words.ts';
import type { Control } from '../schema/form-field.ts';
import { WordChips } from './choice-inputs.tsx';
import type { InputProps } from './control-props.ts';
import { Picker } from './picker.tsx';

/** A text. */
export function TextInput(
  props: InputProps & { readonly isLong: boolean; readonly examples: readonly string[] },
): JSX.Element {
  const { id, value, fallback, set, reset, isLong, examples } = props;
  const text = writeValue(value);
  const shared = {
    id,
    class: 'input',
    value: text,
    placeholder: typeof fallback === 'string' ? fallback : '',
    'aria-describedby': `${id}-help ${id}-problems`,
    spellcheck: false,
    onBlur: () => {
      if (text === '' && value !== undefined) reset();
    },
  };
  if (isLong)
    return (
      <textarea
        {...shared}
        rows={Math.min(8, Math.max(2, text.split('\n').length))}
        onInput={(event) => set(event.currentTarget.value)}
      />
    );
  return (
    <>
      <input
        {...shared}
        autocomplete="off"
        list={examples.length > 0 ? `${id}-examples` : undefined}
        onInput={(event) => set(event.currentTarget.value)}
      />
      {examples.length > 0 && (
        <datalist id={`${id}-examples`}>
          {examples.map((example) => (
            <option key={example} value={example} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** Words and phrases with commas between them. They are read when the field is left, because a comma comes before a word. */
export function PhrasesInput({
  id,
  value,
  set,
  reset,
}: Pick<InputProps, 'id' | 'value' | 'set' | 'reset'>): JSX.Element {
  const text = Array.isArray(value) ? value.map(writeValue).join(', ') : writeValue(value);
  return (
    <input
      key={text}
      id={id}
      class="input"
      defaultValue={text}
      placeholder="um, you know"
      aria-describedby={`${id}-help ${id}-problems`}
      autocomplete="off"
      spellcheck={false}
      onChange={(event) => {
        const phrases = event.currentTarget.value.split(',').map((phrase) => phrase.trim());
        const given = phrases.filter((phrase) => phrase !== '');
        if (given.length > 0) set(given);
        else reset();
      }}
    />
  );
}

/** A colour: its swatch opens the chooser of the browser, its text is the one in the JSON. */
export function ColourInput({
  control: { hasAlpha, words },
  ...props
}: InputProps & { readonly control: Extract<Control, { kind: 'colour' }> }): JSX.Element {
  const { id, value, fallback, title, set, reset } = props;
  const text = typeof value === 'string' ? value : '';
  const shown = text === '' && typeof fallback === 'string' ? fallback : text;
  const rgb = readColour(shown);
  return (
    <div class="colour">
      <span class={`swatch${rgb === undefined ? ' none' : ''}`}>
        <input
          type="color"
          aria-label={`${title}, choose`}
          value={rgb ?? '#000000'}
          onInput={(event) => set(alphaOf(text, hasAlpha) + event.currentTarget.value.slice(1))}
        />
      </span>
      <input
        id={id}
        class="input"
        value={text}
        spellcheck={false}
        autocomplete="off"
        placeholder={typeof fallback === 'string' ? fallback : 'none'}
        aria-describedby={`${id}-help ${id}-problems`}
        onInput={(event) => set(event.currentTarget.value)}
        onBlur={() => {
          if (text === '' && value !== undefined) reset();
        }}
      />
      <WordChips words={words} value={value} set={set} />
      <ColourChoices
        title={title}
        colour={rgb}
        // A colour of a palette may have an alpha of its own.
        set={(colour) =>
          set(hasAlpha && colour.length > 7 ? colour : alphaOf(text, hasAlpha) + colour.slice(-6))
        }
      />
    </div>
  );
}

/** A font family: each name is written in its own font. */
export function FontInput(props: InputProps & { readonly examples: readonly string[] }): JSX.Element {
  const { id, value, fallback, title, set, reset, examples } = props;
  const family = typeof value === 'string' ? value : '';
  const shown = family === '' ? writeValue(fallback) : family;
  const isOpen = useSignal(false);
  return (
    <Picker
      isOpen={isOpen}
      title={title}
      button={<span style={{ fontFamily: familyOf(shown) }}>{shown === '' ? 'As the others' : shown}</span>}
    >
      <FontChoices id={id} title={title} families={examples} shown={shown} set={set} />
      <label class="field">
        <span>Another family, of a font of the timeline</span>
        <input
          class="input"
          value={family}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => set(event.currentTarget.value)}
          onBlur={() => {
            if (family === '' && value !== undefined) reset();
          }}
        />
      </label>
    </Picker>
  );
}

/** Returns a colour as `#rrggbb`, as the chooser of the browser needs it. Undefined if it is none. */
function readColour(text: string): string | undefined {
  const colour = expandColour(text);
  return /^#(?:[0-9a-f]{2})?[0-9a-f]{6}$/i.test(colour) ? `#${colour.slice(-6)}` : undefined;
}

/** Returns the beginning of a colour with its alpha, which comes first. */
function alphaOf(text: string, hasAlpha: boolean): string {
  return hasAlpha && /^#[0-9a-f]{8}$/i.test(text) ? text.slice(0, 3) : '#';
}
