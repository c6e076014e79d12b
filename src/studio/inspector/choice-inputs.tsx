import type { JSX } from 'preact';
import { wordOfChoice, wordsOf, writeValue } from '../schema/field-words.ts';
import type { InputProps } from './control-props.ts';

/** Most characters that the names of a row of buttons have together. */
const SHORT = 26;

/** True for names that fit into a row of buttons. */
export function isShort(choices: readonly (string | number)[]): boolean {
  return choices.length <= 4 && choices.join('').length <= SHORT;
}

/** The properties of a choice. */
interface ChoiceProps extends InputProps {
  readonly choices: readonly (string | number)[];
  /** The name of the field. */
  readonly field: string;
}

/** One of some names or numbers: a row of buttons if they are few, otherwise a list. */
export function ChoiceInput(props: ChoiceProps): JSX.Element {
  const { id, value, fallback, choices, set, reset } = props;
  if (isShort(choices)) return <RadioRow {...props} />;
  const known = choices.find((choice) => choice === value);
  return (
    <select
      id={id}
      class="input"
      value={writeValue(value)}
      aria-describedby={`${id}-help ${id}-problems`}
      onChange={({ currentTarget }) => {
        if (currentTarget.value === '') reset();
        else set(choices.find((choice) => String(choice) === currentTarget.value));
      }}
    >
      <option value="">{fallback === undefined ? 'Default' : `Default: ${writeValue(fallback)}`}</option>
      {value !== undefined && known === undefined && (
        <option value={writeValue(value)}>{writeValue(value)}</option>
      )}
      {choices.map((choice) => (
        <option key={choice} value={String(choice)}>
          {choice}
        </option>
      ))}
    </select>
  );
}

function RadioRow({ id, value, fallback, choices, set, field }: ChoiceProps): JSX.Element {
  return (
    <div class="segments">
      {choices.map((choice) => (
        <label key={choice} class={value === undefined && choice === fallback ? 'standard' : ''}>
          <input type="radio" name={id} checked={choice === value} onChange={() => set(choice)} />
          <span>
            {wordOfChoice(field, choice)} {wordOfChoice(field, choice) ? <code>{choice}</code> : choice}
          </span>
        </label>
      ))}
    </div>
  );
}

/** Buttons with words that are allowed instead of another value. */
export function WordChips(
  props: Pick<InputProps, 'value' | 'set'> & { readonly words: readonly string[] },
): JSX.Element {
  return (
    <>
      {props.words.map((word) => (
        <button
          key={word}
          type="button"
          class="button chip"
          aria-pressed={props.value === word}
          onClick={() => props.set(word)}
        >
          {word}
        </button>
      ))}
    </>
  );
}

/** The nine places of a surface, row by row. */
const PLACES = [
  ...['topLeft', 'top', 'topRight'],
  ...['left', 'center', 'right'],
  ...['bottomLeft', 'bottom', 'bottomRight'],
];

/** One of nine places. */
export function PlaceInput({ id, value, fallback, set }: InputProps): JSX.Element {
  const shown = value ?? fallback;
  return (
    <div class="place">
      <div class="position-grid">
        {PLACES.map((place) => (
          <label
            key={place}
            title={wordsOf(place)}
            class={value === undefined && place === fallback ? 'standard' : ''}
          >
            <input
              type="radio"
              name={id}
              aria-label={wordsOf(place)}
              checked={place === value}
              onChange={() => set(place)}
            />
            <span />
          </label>
        ))}
      </div>
      <span class="soft">{typeof shown === 'string' ? wordsOf(shown) : ''}</span>
    </div>
  );
}

/** Yes or no. */
export function SwitchInput({ id, value, fallback, set }: InputProps): JSX.Element {
  if (typeof value === 'string') return <span class="soft">{value}</span>;
  return (
    <span class="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={(value ?? fallback) === true}
        aria-describedby={`${id}-help ${id}-problems`}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </span>
  );
}
