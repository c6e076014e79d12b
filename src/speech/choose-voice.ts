import type { SpeechOptions } from '../create/model.ts';
import { findVoice, languageOf, type Voice } from '../edit/model.ts';
import { ENGLISH_READING, type Reading, readingOf } from './reading.ts';
import type { SynthesisRequest } from './synthesis.ts';
import { characterOf } from './voice-characters.ts';
import { findSpeaker, type VoiceModel } from './voice-model.ts';

/** The synthesisers. */
export type SynthesiserName = 'flite' | 'espeak' | 'model';

/** The synthesiser of a speech, and its settings. */
export interface ChosenVoice {
  readonly synthesiser: SynthesiserName;
  /** The request to the synthesiser, except the text. */
  readonly request: Omit<SynthesisRequest, 'words'>;
  readonly reading: Reading;
  /** The factor by which the sound is played faster. The request makes up for it. */
  readonly size: number;
}

/** Tempo of a newscaster, as a multiple of that of other speech. */
const NEWSCASTER_TEMPO = 1.08;

/** The voices of Flite, with the factors that make their tempo alike. */
const FLITE_VOICES = {
  woman: { voice: 'slt', tempo: 1 },
  man: { voice: 'rms', tempo: 1.15 },
  // A Scotsman.
  britishMan: { voice: 'awb', tempo: 0.97 },
} as const;

/** The variants of eSpeak NG. */
const ESPEAK_VARIANTS = { female: '+f1', male: '' } as const;

/** The voices of eSpeak NG whose names are not the first part of the language. */
const ESPEAK_LANGUAGES: Readonly<Partial<Record<string, string>>> = {
  'es-MX': 'es-419',
  'es-US': 'es-419',
  'pt-BR': 'pt-br',
};

/** Used for a voice of another provider. */
const UNKNOWN_VOICE: Voice = { name: 'Joanna', languages: ['en-US'], gender: 'female', age: 'adult' };

/** Chooses the synthesiser and its voice: those of the model if it has the language, else the nearest ones. */
export function chooseVoice(options: SpeechOptions, model: VoiceModel | undefined): ChosenVoice {
  const voice = findVoice(options.voice) ?? UNKNOWN_VOICE;
  const language = languageOf(options);
  const even = options.newscaster === true;
  const tempo = even ? NEWSCASTER_TEMPO : 1;
  if (model?.languages.includes(baseOf(language)) === true) {
    const speaker = findSpeaker(model, voice, language);
    const request = { voice: model.kind, speaker, tempo, pitch: 1, even };
    return { synthesiser: 'model', request, reading: readingOf(language), size: 1 };
  }
  const { size, ...character } = characterOf(voice);
  const isEnglish = baseOf(language) === 'en';
  const own = isEnglish ? fliteVoiceOf(voice, language) : espeakVoiceOf(voice, language);
  return {
    synthesiser: isEnglish ? 'flite' : 'espeak',
    request: {
      voice: own.voice,
      speaker: 0,
      // Playing the sound faster raises the pitch and the tempo by the same factor.
      tempo: (own.tempo * character.tempo * tempo) / size,
      pitch: character.pitch / size,
      even,
    },
    reading: isEnglish ? ENGLISH_READING : readingOf(language),
    size,
  };
}

function fliteVoiceOf({ gender, age }: Voice, language: string): { voice: string; tempo: number } {
  if (gender === 'female' || age === 'child') return FLITE_VOICES.woman;
  return language === 'en-US' ? FLITE_VOICES.man : FLITE_VOICES.britishMan;
}

function espeakVoiceOf({ gender, age }: Voice, language: string): { voice: string; tempo: number } {
  const variant = ESPEAK_VARIANTS[age === 'child' ? 'female' : gender];
  return { voice: `${ESPEAK_LANGUAGES[language] ?? baseOf(language)}${variant}`, tempo: 1 };
}

/** Returns the first part of a language, such as `en` of `en-US`. */
function baseOf(language: string): string {
  return language.split('-')[0] ?? '';
}
