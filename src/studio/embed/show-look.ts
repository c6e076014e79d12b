import { signal } from '@preact/signals';
import { EDITOR_STYLES, type EditorLook } from '../../embed/editor-messages.ts';
import { notify } from '../shell/notice.tsx';
import { theme } from '../shell/theme.ts';

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

let latest: EditorLook | undefined;

async function showTexts(look: EditorLook): Promise<void> {
  latest = look;
  const wanted = JSON.stringify([look.lang, look.texts]);
  if (wanted === language.peek() || (language.peek() === '' && isEnglish(look))) return;
  try {
    const { loadTexts } = await import('./show-language.ts');
    const show = await loadTexts(look);
    // Another language may be wanted meanwhile.
    if (look !== latest) return;
    show();
    language.value = wanted;
  } catch {
    notify('The texts of this language could not be loaded.');
  }
}

function isEnglish({ lang, texts }: EditorLook): boolean {
  return /^en\b/.test(lang) && Object.keys(texts).length === 0;
}
