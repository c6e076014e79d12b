import type { JSX } from 'preact';

/** The list of renders. */
export function RendersView(): JSX.Element {
  return (
    <main class="page">
      <header>
        <h1>Renders</h1>
      </header>
    </main>
  );
}
