import { signal } from '@preact/signals';
import type { Voice } from '../../client/index.ts';
import { session } from '../shell/session.ts';

/** The voices of the server. Undefined until they are loaded. */
export const voices = signal<readonly Voice[] | undefined>(undefined);

let loading: Promise<void> | undefined;

/** Loads the voices, unless they are there already. A failed load can be repeated. */
export function loadVoices(): Promise<void> {
  loading ??= load().finally(() => (loading = undefined));
  return loading;
}

async function load(): Promise<void> {
  const client = session.value?.client;
  if (client && !voices.value) voices.value = await client.voices();
}

/** The sounds of voices that people distinguish. */
export const VOICE_SOUNDS = ['Woman', 'Man', 'Child'] as const;
/** One of {@link VOICE_SOUNDS}. */
type VoiceSound = (typeof VOICE_SOUNDS)[number];

/** Returns how a voice sounds. Undefined if it is unknown. */
export function soundOf({ gender, age }: Voice): VoiceSound | undefined {
  if (age === 'child') return 'Child';
  if (gender === undefined) return undefined;
  return gender === 'female' ? 'Woman' : 'Man';
}

/** The languages of voices that speak all of them. */
const ALL_LANGUAGES = 'other';

/** Lists the languages of voices with their names for people, by name. */
export function listLanguages(known: readonly Voice[]): { readonly code: string; readonly title: string }[] {
  const codes = [...new Set(known.flatMap(({ languages }) => languages))];
  const listed = codes.map((code) => ({ code, title: titleOfLanguage(code) }));
  listed.sort((one, other) => one.title.localeCompare(other.title, 'en'));
  const hasOthers = known.some(({ languages }) => languages.length === 0);
  return [...listed, ...(hasOthers ? [{ code: ALL_LANGUAGES, title: 'Voices of ElevenLabs' }] : [])];
}

/** Returns the voices of a language that sound in a way. An empty text stands for any. */
export function filterVoices(known: readonly Voice[], language: string, sound: string): Voice[] {
  return known.filter((voice) => {
    const { languages } = voice;
    const isOfLanguage = language === ALL_LANGUAGES ? languages.length === 0 : languages.includes(language);
    return (language === '' || isOfLanguage) && (sound === '' || soundOf(voice) === sound);
  });
}

/** Returns the name of a language for people, such as `British English`. */
export function titleOfLanguage(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
}

/** Finds a voice by its name, written with its accents or without them. */
export function findVoiceByName(known: readonly Voice[], name: unknown): Voice | undefined {
  return known.find((voice) => voice.name === name || withoutAccents(voice.name) === name);
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
}
