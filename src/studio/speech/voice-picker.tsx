import '../style/speech.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Voice } from '../../client/index.ts';
import type { InputProps } from '../inspector/control-props.ts';
import { Picker } from '../inspector/picker.tsx';
import { writeValue } from '../schema/field-words.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { ListenButton } from './listen-button.tsx';
import {
  filterVoices,
  findVoiceByName,
  listLanguages,
  loadVoices,
  soundOf,
  titleOfLanguage,
  VOICE_SOUNDS,
  voices,
} from './voice-list.ts';

/** A voice, chosen by its language and its sound. Each can be heard. */
export function VoicePicker({ id, value, title, set }: InputProps): JSX.Element {
  const isOpen = useSignal(false);
  const { failure, run } = useAttempt();
  useEffect(() => void run(loadVoices), []);
  const known = voices.value ?? [];
  const chosen = findVoiceByName(known, value);
  const name = writeValue(value);
  return (
    <>
      <Picker
        isOpen={isOpen}
        title={title}
        button={
          <span class="voice-name">
            {name === '' ? 'Choose a voice' : name}{' '}
            {chosen && <span class="soft">{describeVoice(chosen)}</span>}
          </span>
        }
      >
        <VoiceChoices id={id} known={known} chosen={chosen} set={set} />
      </Picker>
      <FailureMessage text={failure.value} />
    </>
  );
}

interface VoiceChoicesProps {
  readonly id: string;
  readonly known: readonly Voice[];
  readonly chosen: Voice | undefined;
  readonly set: (name: string) => void;
}

function VoiceChoices({ id, known, chosen, set }: VoiceChoicesProps): JSX.Element {
  const language = useSignal(chosen?.languages[0] ?? '');
  const sound = useSignal('');
  const shown = filterVoices(known, language.value, sound.value);
  return (
    <>
      <div class="voice-filters">
        <Filter title="Language" any="All languages" value={language} choices={listLanguages(known)} />
        <Filter
          title="Sound"
          any="Any sound"
          value={sound}
          choices={VOICE_SOUNDS.map((each) => ({ code: each, title: each }))}
        />
      </div>
      <div class="voices" role="radiogroup" aria-label="Voices">
        {shown.map((voice) => (
          <div key={voice.name} class="voice">
            <label>
              <input type="radio" name={id} checked={voice === chosen} onChange={() => set(voice.name)} />
              <span>{voice.name}</span> <span class="soft">{describeVoice(voice)}</span>
            </label>
            {voice.sample !== undefined && (
              <ListenButton
                name={`voice ${voice.name}`}
                label={`Play ${voice.name}`}
                speech={{ text: voice.sample, voice: voice.name, language: voice.languages[0] }}
              />
            )}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p class="soft">No voice of this language sounds so. Choose another sound.</p>}
    </>
  );
}

interface FilterProps {
  readonly title: string;
  /** The name of no filter. */
  readonly any: string;
  readonly value: { value: string };
  readonly choices: readonly { readonly code: string; readonly title: string }[];
}

function Filter({ title, any, value, choices }: FilterProps): JSX.Element {
  return (
    <label class="field">
      <span class="only-read">{title}</span>
      <select
        class="input"
        value={value.value}
        onChange={({ currentTarget }) => (value.value = currentTarget.value)}
      >
        <option value="">{any}</option>
        {choices.map(({ code, title: name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Says how a voice sounds, in which languages, and whether it costs something. */
function describeVoice(voice: Voice): string {
  const sound = soundOf(voice)?.toLowerCase();
  const languages = voice.languages.map(titleOfLanguage).join(', ');
  const service = voice.provider === 'elevenlabs' ? 'ElevenLabs, paid' : '';
  return [sound, languages, service].filter((word) => word !== undefined && word !== '').join(', ');
}
