import type { JSX } from 'preact';
import type { SpokenText } from '../../client/index.ts';
import { heard, toggleSpeech } from './play-speech.ts';

/** The speech of a button. */
interface ListenButtonProps {
  /** Distinguishes the button from others. */
  readonly name: string;
  /** The name of the button for people, such as `Play Amy`. */
  readonly label: string;
  readonly speech: SpokenText;
  /** Shown beside the sign. */
  readonly text?: string;
}

/** Speaks and plays a text, or stops it. */
export function ListenButton({ name, label, speech, text = '' }: ListenButtonProps): JSX.Element {
  const { value } = heard;
  const isHeard = value?.name === name;
  return (
    <button
      type="button"
      class={`button listen${text === '' ? ' icon' : ''}`}
      aria-label={label}
      aria-pressed={isHeard}
      aria-busy={isHeard && !value.isPlaying}
      onClick={() => void toggleSpeech(name, speech)}
    >
      <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
        <path d={isHeard ? 'M3 3h10v10H3z' : 'M4 2v12l10-6z'} fill="currentColor" />
      </svg>
      {text}
    </button>
  );
}
