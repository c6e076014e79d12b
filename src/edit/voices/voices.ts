import { truncateText } from '../problems/messages.ts';
import { findNearest } from '../problems/find-nearest.ts';

/** A voice of the built-in provider. */
export interface Voice {
  /** The name, such as `Léa`, with its accents. */
  readonly name: string;
  /** The languages that the voice speaks of its own. Mostly one. */
  readonly languages: readonly string[];
  readonly gender: 'female' | 'male';
  readonly age: 'adult' | 'child';
}

/** Maximum length of a text to speak, in characters. */
export const MAX_SPEECH_CHARACTERS = 10_000;

/** The language of a voice that speaks several. */
const DEFAULT_LANGUAGE = 'en-US';

/** The voices of the built-in provider (contract 7.2). */
export const VOICES: readonly Voice[] = [
  ...women('ar-AE', 'Hala'),
  ...women('nl-BE', 'Lisa'),
  ...women('ca-ES', 'Arlet'),
  ...women('yue-CN', 'Hiujin'),
  ...women('cmn-CN', 'Zhiyu'),
  ...women('da-DK', 'Sofie'),
  ...women('nl-NL', 'Laura'),
  ...women('en-AU', 'Olivia'),
  ...women('en-GB', 'Amy', 'Emma'),
  ...men('en-GB', 'Brian', 'Arthur'),
  { name: 'Kajal', languages: ['en-IN', 'hi-IN'], gender: 'female', age: 'adult' },
  ...women('en-IE', 'Niamh'),
  ...women('en-NZ', 'Aria'),
  ...women('en-ZA', 'Ayanda'),
  { name: 'Ivy', languages: ['en-US'], gender: 'female', age: 'child' },
  ...women('en-US', 'Joanna', 'Kendra', 'Kimberly', 'Salli'),
  ...men('en-US', 'Joey'),
  { name: 'Justin', languages: ['en-US'], gender: 'male', age: 'child' },
  { name: 'Kevin', languages: ['en-US'], gender: 'male', age: 'child' },
  ...men('en-US', 'Matthew'),
  ...women('en-US', 'Ruth'),
  ...men('en-US', 'Stephen'),
  ...women('fi-FI', 'Suvi'),
  ...women('fr-FR', 'Léa'),
  ...men('fr-FR', 'Rémi'),
  ...women('fr-CA', 'Gabrielle'),
  ...men('fr-CA', 'Liam'),
  ...women('de-DE', 'Vicki'),
  ...men('de-DE', 'Daniel'),
  ...women('de-AT', 'Hannah'),
  ...women('it-IT', 'Bianca'),
  ...men('it-IT', 'Adriano'),
  ...men('ja-JP', 'Takumi'),
  ...women('ja-JP', 'Kazuha', 'Tomoko'),
  ...women('ko-KR', 'Seoyeon'),
  ...women('nb-NO', 'Ida'),
  ...women('pl-PL', 'Ola'),
  ...women('pt-BR', 'Camila', 'Vitória'),
  ...men('pt-BR', 'Thiago'),
  ...women('pt-PT', 'Inês'),
  ...women('es-ES', 'Lucia'),
  ...men('es-ES', 'Sergio'),
  ...women('es-MX', 'Mia'),
  ...men('es-MX', 'Andrés'),
  ...women('es-US', 'Lupe'),
  ...men('es-US', 'Pedro'),
  ...women('sv-SE', 'Elin'),
];

/** The languages of the built-in provider: those that contract 7.2 lists, and `nl-BE` and `en-IE`, which have voices. */
export const SPEECH_LANGUAGES: readonly string[] = [
  'cmn-CN',
  'da-DK',
  'de-DE',
  'en-AU',
  'en-GB',
  'en-IN',
  'en-US',
  'es-ES',
  'es-MX',
  'es-US',
  'fr-CA',
  'fr-FR',
  'it-IT',
  'ja-JP',
  'hi-IN',
  'ko-KR',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'en-NZ',
  'en-ZA',
  'ca-ES',
  'de-AT',
  'yue-CN',
  'ar-AE',
  'fi-FI',
  'nl-BE',
  'en-IE',
];

/** The voices that can read in the style of a newscaster, each with its language. */
const NEWSCASTERS: readonly (readonly [voice: string, language: string])[] = [
  ['Matthew', 'en-US'],
  ['Joanna', 'en-US'],
  ['Lupe', 'es-US'],
  ['Amy', 'en-GB'],
];

/** The choices of a speech that {@link checkSpeech} judges. */
export interface SpeechChoices {
  readonly voice: string;
  readonly language?: string | undefined;
  readonly newscaster?: boolean | undefined;
  /** Voices that another service provides. They are accepted as well. */
  readonly otherVoices?: readonly string[] | undefined;
}

/** A reason to reject a speech. */
export interface SpeechProblem {
  readonly field: 'voice' | 'language' | 'newscaster';
  /** The fault and its remedy. The phrase follows the field name, as in `createProblem`. */
  readonly phrase: string;
}

/** Returns the voice with a name, written with its accents or without them: `Léa` or `Lea`. */
export function findVoice(name: string): Voice | undefined {
  const composed = name.normalize();
  return VOICES.find((voice) => voice.name === composed || removeAccents(voice.name) === composed);
}

/**
 * Returns the problems of a speech of the built-in provider. Each voice may be combined with each language: the
 * language decides on the pronunciation.
 */
export function checkSpeech(choices: SpeechChoices): readonly SpeechProblem[] {
  const { voice, language, newscaster, otherVoices = [] } = choices;
  const problems: SpeechProblem[] = [];
  if (!findVoice(voice) && !otherVoices.includes(voice)) {
    const names = [...VOICES.map(({ name }) => name), ...otherVoices];
    problems.push({ field: 'voice', phrase: describeChoice(voice, names) });
  }
  if (language !== undefined && !SPEECH_LANGUAGES.includes(language))
    problems.push({ field: 'language', phrase: describeChoice(language, SPEECH_LANGUAGES) });
  if (newscaster === true && problems.length === 0 && !isNewscaster(choices))
    problems.push({
      field: 'newscaster',
      phrase:
        'can be true only for Matthew and Joanna in "en-US", Lupe in "es-US", and Amy in "en-GB". Remove it, or choose one of these voices',
    });
  return problems;
}

/** Returns the language of a speech: the given one, else that of the voice, and `en-US` if it has several. */
export function languageOf({ voice, language }: Pick<SpeechChoices, 'voice' | 'language'>): string {
  if (language !== undefined) return language;
  const [own, ...others] = findVoice(voice)?.languages ?? [];
  return own === undefined || others.length > 0 ? DEFAULT_LANGUAGE : own;
}

function isNewscaster(choices: SpeechChoices): boolean {
  const language = languageOf(choices);
  return NEWSCASTERS.some(([voice, its]) => voice === choices.voice && its === language);
}

function describeChoice(given: string, names: readonly string[]): string {
  const list = names.map((name) => JSON.stringify(name)).join(', ');
  const phrase = `must be one of ${list}, not ${JSON.stringify(truncateText(given))}`;
  const nearest = findNearest(given, names);
  return nearest === undefined ? phrase : `${phrase}. Did you mean ${JSON.stringify(nearest)}?`;
}

function removeAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
}

function women(language: string, ...names: readonly string[]): Voice[] {
  return names.map((name) => ({ name, languages: [language], gender: 'female', age: 'adult' }));
}

function men(language: string, ...names: readonly string[]): Voice[] {
  return names.map((name) => ({ name, languages: [language], gender: 'male', age: 'adult' }));
}
