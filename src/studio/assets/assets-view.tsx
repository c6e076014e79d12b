import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { KinoraClient } from '../../client/index.ts';
import { GenerateForm } from '../generate/generate-form.tsx';
import { GeneratedList } from '../generate/generated-list.tsx';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { route } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import '../style/assets.css';
import { HostedList } from './hosted-list.tsx';
import { SingleSource } from './single-source.tsx';
import { SourceGrid } from './source-grid.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { uploadsOfSession } from './upload-session.ts';

const KINDS = { sources: 'Sources', hosted: 'Hosted files', generated: 'Generated' } as const;
type AssetKind = keyof typeof KINDS;

/** The files that are shown. The choice outlives the view. */
const shown = signal<AssetKind>('sources');

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
          {(Object.keys(KINDS) as AssetKind[]).map((kind) => (
            <button
              key={kind}
              type="button"
              class="button"
              aria-pressed={shown.value === kind}
              onClick={() => (shown.value = kind)}
            >
              {KINDS[kind]}
            </button>
          ))}
        </div>
      </header>
      {shown.value !== 'generated' && <UploadPanel list={uploads} />}
      {shown.value === 'hosted' && <HostedList client={client} />}
      {shown.value === 'sources' && (
        <>
          <SourceFromUrl client={client} onAdded={() => (added.value += 1)} />
          <SourceGrid client={client} arrived={uploads.arrived.value + added.value} />
        </>
      )}
      {shown.value === 'generated' && (
        <>
          <GenerateForm client={client} onAdded={() => (added.value += 1)} />
          <GeneratedList client={client} added={added.value} />
        </>
      )}
    </main>
  );
}

/** Fetches a file from an address. @param props.onAdded called when Kinora has accepted it. */
function SourceFromUrl(props: { readonly client: KinoraClient; readonly onAdded: () => void }): JSX.Element {
  const { failure, run } = useAttempt();
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const url = new FormData(form).get('url');
    await props.client.sources.create({ url: typeof url === 'string' ? url : '' });
    form.reset();
    props.onAdded();
  };
  return (
    <form
      class="from-url"
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        void run(() => submit(currentTarget));
      }}
    >
      <label class="field">
        <span>Or the address of a file on the web</span>
        <input class="input" name="url" type="url" placeholder="https://" required />
      </label>
      <button class="button">Add</button>
      <FailureMessage text={failure.value} />
    </form>
  );
}
