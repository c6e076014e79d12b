import type { JSX } from 'preact';
import type { AccountLimits } from '../../client/index.ts';
import { listLimits } from './limit-texts.ts';

/** The limits of the server, with the settings that decide them. */
export function LimitsPanel({ limits }: { readonly limits: AccountLimits }): JSX.Element {
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
