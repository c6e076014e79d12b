import type { EditorLook } from '../../embed/editor-messages.ts';
import { type Dictionary, setTranslator, Translator } from './translate.ts';

/** The languages that come with Kinora. */
const LANGUAGES: Readonly<Record<string, () => Promise<Dictionary>>> = {
  de: async () => (await import('./languages/de.ts')).GERMAN,
};

/**
 * Loads the texts of a language, with those of the page around the editor.
 *
 * @returns a function that translates the page with them from now on.
 */
export async function loadTexts({ lang, texts }: Pick<EditorLook, 'lang' | 'texts'>): Promise<() => void> {
  const load = LANGUAGES[lang.split('-', 1)[0] ?? ''];
  const dictionary = { ...(await load?.()), ...texts };
  const isOther = Object.keys(dictionary).length > 0;
  return () => {
    setTranslator(isOther ? new Translator(dictionary) : undefined);
    // Screen readers pronounce the texts by it.
    document.documentElement.lang = isOther ? lang : 'en';
  };
}
