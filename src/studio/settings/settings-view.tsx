import '../style/settings.css';
import type { JSX } from 'preact';
import { session, SERVER_URL, signOut } from '../shell/session.ts';
import { type Theme, theme, toggleTheme } from '../shell/theme.ts';
import { ShortcutList } from './shortcut-list.tsx';

const THEMES: Readonly<Record<Theme, string>> = { dark: 'Dark', light: 'Light' };

const PLACES = [
  { href: './docs', title: 'API reference', text: 'Every route, with examples that you can try.' },
  { href: './openapi.json', title: 'OpenAPI', text: 'The same for programs.' },
  { href: './schemas/edit.json', title: 'JSON Schema of an edit', text: 'For editors and validators.' },
] as const;

/** How the page looks, who is signed in, and where to read more. */
export function SettingsView(): JSX.Element {
  return (
    <main class="page settings">
      <header>
        <h1>Settings</h1>
      </header>
      <section class="card" aria-labelledby="appearance">
        <h2 id="appearance">Appearance</h2>
        <div class="actions" role="group" aria-label="Theme">
          {(Object.keys(THEMES) as Theme[]).map((name) => (
            <button
              key={name}
              type="button"
              class="button"
              aria-pressed={theme.value === name}
              onClick={() => theme.value !== name && toggleTheme()}
            >
              {THEMES[name]}
            </button>
          ))}
        </div>
      </section>
      <Account />
      <section class="card" aria-labelledby="places">
        <h2 id="places">Read more</h2>
        <ul class="places">
          {PLACES.map(({ href, title, text }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noopener">
                {title}
              </a>
              <span class="soft">{text}</span>
            </li>
          ))}
        </ul>
      </section>
      <ShortcutList />
    </main>
  );
}

function Account(): JSX.Element {
  const stage = session.value?.stage;
  return (
    <section class="card" aria-labelledby="account">
      <h2 id="account">Signed in</h2>
      <dl class="facts">
        <dt>Server</dt>
        <dd>
          <code>{SERVER_URL}</code>
        </dd>
        <dt>Environment</dt>
        <dd>{stage === 'stage' ? 'stage: everything has a watermark' : 'v1: for production'}</dd>
        <dt>Key</dt>
        <dd>It is kept in this tab only, until you sign out or close the tab.</dd>
      </dl>
      <div class="actions">
        <button type="button" class="button" onClick={signOut}>
          Sign out
        </button>
      </div>
    </section>
  );
}
