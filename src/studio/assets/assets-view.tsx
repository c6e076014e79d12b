import '../style/assets.css';
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { route } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { HostedList } from './hosted-list.tsx';
import { SingleSource } from './single-source.tsx';
import { SourceFromUrl } from './source-from-url.tsx';
import { SourceGrid } from './source-grid.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { uploadsOfSession } from './upload-session.ts';

/** True if the hosted files are shown instead of the sources. The choice outlives the view. */
const showsHosted = signal(false);

/** The files that edits can use, or one of them. */
export function AssetsView(): JSX.Element {
  const added = useSignal(0);
  const client = session.value?.client;
  const uploads = uploadsOfSession();
  const { item } = route.value;
  if (!client || !uploads) return <main class="page" />;
  if (item !== undefined) return <SingleSource key={item} client={client} id={item} />;
  return (
    <main class="page assets">
      <header>
        <h1>Assets</h1>
        <div class="actions" role="group" aria-label="Kind of assets">
          <button
            type="button"
            class="button"
            aria-pressed={!showsHosted.value}
            onClick={() => (showsHosted.value = false)}
          >
            Sources
          </button>
          <button
            type="button"
            class="button"
            aria-pressed={showsHosted.value}
            onClick={() => (showsHosted.value = true)}
          >
            Hosted files
          </button>
        </div>
      </header>
      <UploadPanel list={uploads} />
      {showsHosted.value ? (
        <HostedList client={client} />
      ) : (
        <>
          <SourceFromUrl client={client} onAdded={() => (added.value += 1)} />
          <SourceGrid client={client} arrived={uploads.arrived.value + added.value} />
        </>
      )}
    </main>
  );
}
