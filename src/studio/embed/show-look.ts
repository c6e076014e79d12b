import { signal } from '@preact/signals';
import { EDITOR_STYLES, type EditorLook } from '../../embed/editor-messages.ts';
import { notify } from '../shell/notice.tsx';
import { theme } from '../shell/theme.ts';
import { type Dictionary, setTranslator, Translator } from './translate.ts';

/** Changes with the texts of the page. Then all is drawn again. */
export const language = signal('');

const light = matchMedia('(prefers-color-scheme: light)');
let shown: EditorLook['theme'] = 'auto';
light.addEventListener('change', showTheme);

function showTheme(): void {
  const auto = light.matches ? 'light' : 'dark';
  theme.value = shown === 'auto' ? auto : shown;
}

/** Shows the theme, the colours and the language that the page around the editor wants. */
export async function showLook(look: EditorLook): Promise<void> {
  shown = look.theme;
  showTheme();
  const { style } = document.documentElement;
  for (const [name, own] of Object.entries(EDITOR_STYLES)) {
    const value = look.style[name as keyof typeof EDITOR_STYLES];
    if (value === undefined) style.removeProperty(own);
    else style.setProperty(own, value);
  }
  await showTexts(look);
}

/** The languages that come with Kinora. */
const LANGUAGES: Readonly<Record<string, () => Promise<Dictionary>>> = {
  de: async () => (await import('./languages/de.ts')).GERMAN,
};

let latest: EditorLook | undefined;

async function showTexts(look: EditorLook): Promise<void> {
  latest = look;
  const { lang, texts } = look;
  const wanted = JSON.stringify([lang, texts]);
  if (wanted === language.peek()) return;
  try {
    const dictionary = { ...(await LANGUAGES[lang.split('-', 1)[0] ?? '']?.()), ...texts };
    // Another language may be wanted meanwhile.
    if (look !== latest) return;
    const isOther = Object.keys(dictionary).length > 0;
    setTranslator(isOther ? new Translator(dictionary) : undefined);
    // Screen readers pronounce the texts by it.
    document.documentElement.lang = isOther ? lang : 'en';
    language.value = wanted;
  } catch {
    notify('The texts of this language could not be loaded.');
  }
}
