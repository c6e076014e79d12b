import type { JSX } from 'preact';
import { SHORTCUTS } from '../edit/shortcuts.ts';
import { groupShortcuts, nameKeys } from './name-keys.ts';

/** All shortcuts with their actions. */
export function ShortcutList(): JSX.Element {
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
