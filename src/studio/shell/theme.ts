import { effect, signal } from '@preact/signals';

const STORED = 'kinora.theme';

/** The colours of the page. */
export type Theme = 'dark' | 'light';

/** The theme. It is kept in the browser. By default it is that of the system. */
export const theme = signal<Theme>(readTheme());

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});

/** Changes to the other theme. */
export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  localStorage.setItem(STORED, theme.value);
}

function readTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  if (stored === 'dark' || stored === 'light') return stored;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}
