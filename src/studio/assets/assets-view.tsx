import '../style/assets.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { route } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { SingleSource } from './single-source.tsx';
import { SourceFromUrl } from './source-from-url.tsx';
import { SourceGrid } from './source-grid.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { uploadsOfSession } from './upload-session.ts';

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
      </header>
      <UploadPanel list={uploads} />
      <SourceFromUrl client={client} onAdded={() => (added.value += 1)} />
      <SourceGrid client={client} arrived={uploads.arrived.value + added.value} />
    </main>
  );
}
