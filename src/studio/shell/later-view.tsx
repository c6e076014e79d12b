import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { FailureMessage } from './failure-message.tsx';

type Page = () => JSX.Element;

/** The views that have been loaded, by the functions that load them. */
const loaded = signal<ReadonlyMap<() => Promise<Page>, Page>>(new Map());
const failure = signal<string | undefined>(undefined);

/** A view that is loaded when it is shown for the first time. The first view of the page comes sooner without it. */
export function LaterView({ load }: { readonly load: () => Promise<Page> }): JSX.Element {
  const Page = loaded.value.get(load);
  useEffect(() => {
    if (!Page) void open(load);
  }, [load]);
  if (Page) return <Page />;
  return (
    <main class="page" aria-busy={failure.value === undefined}>
      <FailureMessage text={failure.value} />
    </main>
  );
}

async function open(load: () => Promise<Page>): Promise<void> {
  failure.value = undefined;
  try {
    const page = await load();
    loaded.value = new Map([...loaded.peek(), [load, page]]);
  } catch {
    failure.value = 'This view could not be loaded. Reload the page.';
  }
}
