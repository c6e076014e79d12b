import '../style/settings.css';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { account, refreshAccount } from '../shell/session.ts';
import { type Theme, theme, toggleTheme } from '../shell/theme.ts';
import { AccountPanel } from './account-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { DestinationsPanel, ServicesPanel } from './services-panel.tsx';
import { ShortcutList } from './shortcut-list.tsx';

const THEMES: Readonly<Record<Theme, string>> = { dark: 'Dark', light: 'Light' };

const PLACES = [
  { href: './docs', title: 'API reference', text: 'Every route, with examples that you can try.' },
  { href: './openapi.json', title: 'OpenAPI', text: 'The same for programs.' },
  { href: './schemas/edit.json', title: 'JSON Schema of an edit', text: 'For editors and validators.' },
] as const;

/** The settings: the look of the page, the account, the services, and links to the documents. */
export function SettingsView(): JSX.Element {
  const { failure, run } = useAttempt();
  useEffect(() => void run(refreshAccount), []);
  const { value: known } = account;
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
      <FailureMessage text={failure.value} />
      <AccountPanel account={known} />
      {known?.scope === 'full' && <KeysPanel />}
      {known && (
        <>
          <ServicesPanel account={known} />
          <DestinationsPanel account={known} />
          <LimitsPanel limits={known.limits} />
        </>
      )}
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
