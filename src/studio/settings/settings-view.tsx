import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { AccountLimits } from '../../client/index.ts';
import { SHORTCUTS } from '../edit/shortcuts.ts';
import { BrandPanel } from '../brand/brand-panel.tsx';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { account, refreshAccount } from '../shell/session.ts';
import { type Theme, theme, toggleTheme } from '../shell/theme.ts';
import '../style/settings.css';
import { AccountPanel } from './account-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { listLimits } from './limit-texts.ts';
import { groupShortcuts, nameKeys } from './name-keys.ts';
import { DestinationsPanel, ServicesPanel } from './services-panel.tsx';

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
      {known && <BrandPanel />}
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

/** The limits of the server, with the settings that decide them. */
function LimitsPanel({ limits }: { readonly limits: AccountLimits }): JSX.Element {
  return (
    <section class="card" aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <div class="limits">
        {listLimits(limits).map(({ title, rows, settings }) => (
          <div key={title}>
            <h3>{title}</h3>
            <dl class="facts">
              {rows.map(([what, limit]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{limit}</dd>
                </div>
              ))}
            </dl>
            {settings.length > 0 && (
              <details>
                <summary>Settings of the server</summary>
                <ul>
                  {settings.map((name) => (
                    <li key={name}>
                      <code>{name}</code>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

/** All shortcuts with their actions. */
function ShortcutList(): JSX.Element {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <section class="card" aria-labelledby="shortcuts">
      <h2 id="shortcuts">Shortcuts</h2>
      <p class="soft">They work in the view Edit, unless you write in a field or in the JSON.</p>
      <dl class="shortcuts">
        {groupShortcuts(SHORTCUTS).map(({ does, keys }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((combination) => (
                <span key={combination} class="keys">
                  {nameKeys(combination, isMac).map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
