import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { KinoraClient, Source } from '../../client/index.ts';
import { listFacts } from '../media/describe-facts.ts';
import { downloadAddressOf, KIND_TITLES, kindOfFile } from '../media/media-kind.ts';
import { MediaPlayer } from '../media/media-player.tsx';
import { useFileFacts } from '../media/use-file-facts.ts';
import { AskingButton } from '../shell/asking-button.tsx';
import { copyText } from '../shell/copy-text.ts';
import { describeError } from '../shell/describe-error.ts';
import { Fact } from '../shell/fact.tsx';
import { FailureMessage } from '../shell/failure-message.tsx';
import { notify } from '../shell/notice.tsx';
import { addressOf, goTo } from '../shell/route.ts';
import { account } from '../shell/session.ts';
import { RenditionForm } from './rendition-form.tsx';
import { RenditionList } from './rendition-list.tsx';
import { nameOfSource } from './source-names.ts';
import { addFileToEdit } from './add-file-to-edit.ts';

interface SingleSourceProps {
  readonly client: KinoraClient;
  readonly id: string;
}

/** One ingested file with its outputs. */
export function SingleSource({ client, id }: SingleSourceProps): JSX.Element {
  const source = useSignal<Source | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  const added = useSignal(0);
  useEffect(() => {
    const closing = new AbortController();
    const follow = async (): Promise<void> => {
      try {
        await client.sources.wait(id, {
          signal: closing.signal,
          onChange: (now) => (source.value = now),
        });
      } catch (error) {
        if (!closing.signal.aborted) failure.value = describeError(error);
      }
    };
    void follow();
    return () => closing.abort();
  }, [client, id, added.value]);
  return (
    <main class="page detail">
      <a class="back" href={addressOf('assets')}>
        ‹ All files
      </a>
      <FailureMessage text={failure.value} />
      {source.value && (
        <SourceBody client={client} source={source.value} onAdded={() => (added.value += 1)} />
      )}
    </main>
  );
}

interface SourceBodyProps {
  readonly client: KinoraClient;
  readonly source: Source;
  /** Called when another rendition is to be made. */
  readonly onAdded: () => void;
}

function SourceBody({ client, source, onAdded }: SourceBodyProps): JSX.Element {
  const { id, source: url, status, error, outputs = {}, created } = source;
  const facts = useFileFacts(client, url);
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <>
      <header>
        <h1>{nameOfSource(source)}</h1>
        <SourceActions client={client} source={source} />
      </header>
      <div class="detail-body">
        <div class="stage-box">
          {url === undefined ? (
            <p class="soft">
              {error ?? (status === 'deleted' ? 'The file was deleted.' : 'Kinora reads the file.')}
            </p>
          ) : (
            <MediaPlayer key={url} url={url} />
          )}
        </div>
        <dl class="facts">
          {url !== undefined && (
            <Fact title="File">
              {[KIND_TITLES[kindOfFile(url)], ...listFacts({ ...facts, ...source })].join(' · ')}
            </Fact>
          )}
          <Fact title="Added">{time.format(new Date(created))}</Fact>
          {source.input !== undefined && <Fact title="From">{source.input}</Fact>}
          <Fact title="Id">
            <code>{id}</code>
          </Fact>
        </dl>
      </div>
      <RenditionList outputs={outputs} />
      {canRender(status) && <RenditionForm client={client} source={id} onAdded={onAdded} />}
    </>
  );
}

/** True if Kinora can make something of a source, and the key may ask for it. */
function canRender(status: Source['status']): boolean {
  return status === 'ready' && account.value?.scope !== 'read';
}

function SourceActions(props: { readonly client: KinoraClient; readonly source: Source }): JSX.Element {
  const { client, source } = props;
  const { id, source: url } = source;
  const remove = async (): Promise<void> => {
    await client.sources.delete(id);
    notify('The file is deleted.');
    goTo('assets');
  };
  return (
    <div class="actions">
      <AskingButton
        title="Delete"
        question="Delete this file?"
        text="Its renditions are deleted with it. Edits that use it can no longer be rendered. This cannot be undone."
        action="Delete"
        run={remove}
      />
      {url !== undefined && (
        <>
          <button type="button" class="button" onClick={() => void copyText(url, 'The address')}>
            Copy the address
          </button>
          <a class="button" href={downloadAddressOf(url)} rel="noopener" download>
            Download
          </a>
          <button type="button" class="button main" onClick={() => addFileToEdit(url, source.duration)}>
            Use in the edit
          </button>
        </>
      )}
    </div>
  );
}
