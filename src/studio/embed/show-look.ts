import { signal } from '@preact/signals';
import { EDITOR_STYLES, type EditorLook } from '../../embed/editor-messages.ts';
import { theme } from '../shell/theme.ts';

/** The language of the page. All is drawn again if it changes. */
export const language = signal('en');

const light = matchMedia('(prefers-color-scheme: light)');
let shown: EditorLook['theme'] = 'auto';
light.addEventListener('change', showTheme);

function showTheme(): void {
  const auto = light.matches ? 'light' : 'dark';
  theme.value = shown === 'auto' ? auto : shown;
}

/** Shows the theme, the colours and the language that the page around the editor wants. */
export function showLook(look: EditorLook): void {
  shown = look.theme;
  showTheme();
  const { style } = document.documentElement;
  for (const [name, own] of Object.entries(EDITOR_STYLES)) {
    const value = look.style[name as keyof typeof EDITOR_STYLES];
    if (value === undefined) style.removeProperty(own);
    else style.setProperty(own, value);
  }
}
