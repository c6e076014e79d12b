import type { JSX } from 'preact';
import type { Asset, KinoraClient } from '../../client/index.ts';
import { describeTime } from '../media/describe-facts.ts';
import { downloadAddressOf, KIND_TITLES, kindOfFile } from '../media/media-kind.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { AskingButton } from '../shell/asking-button.tsx';
import { copyText } from '../shell/copy-text.ts';
import { notify } from '../shell/notice.tsx';
import { PagedSection } from '../shell/paged-section.tsx';
import { usePagedList } from '../shell/use-paged-list.ts';
import { addFileToEdit } from './add-file-to-edit.ts';

/** The hosted files of renders, transfers and sources, newest first. */
export function HostedList({ client }: { readonly client: KinoraClient }): JSX.Element {
  const list = usePagedList<Asset>((pageSize, signal) => client.assets.list({ pageSize, signal }), [client]);
  return (
    <PagedSection
      list={list}
      label="Hosted files"
      classes={[undefined, 'hosted']}
      none={[
        'No hosted files yet',
        'The files of finished renders appear here, and those of sources and transfers.',
      ]}
    >
      {(asset) => (
        <HostedRow key={asset.id} asset={asset} client={client} onDeleted={() => list.drop(asset.id)} />
      )}
    </PagedSection>
  );
}

const STATUS_TEXTS: Readonly<Record<Asset['status'], string>> = {
  importing: 'On its way',
  ready: 'Ready',
  failed: 'Failed',
  deleted: 'Deleted',
};
const TONES: Readonly<Partial<Record<Asset['status'], string>>> = {
  importing: 'busy',
  ready: 'good',
  failed: 'bad',
};
/** The name of Kinora's own hosting. */
const OWN = 'shotstack';

interface HostedRowProps {
  readonly asset: Asset;
  readonly client: KinoraClient;
  readonly onDeleted: () => void;
}

function HostedRow({ asset, client, onDeleted }: HostedRowProps): JSX.Element {
  const { filename, url, status, provider, error, created } = asset;
  const facts = [
    KIND_TITLES[kindOfFile(filename)],
    ...(provider === OWN ? [] : [`at ${provider}`]),
    describeTime(created, Date.now()),
  ];
  return (
    <li class="card hosted-row">
      {/* The page shows only files of its own server. */}
      <Thumbnail
        key={url}
        url={provider === OWN ? url : undefined}
        placeholder={filename.split('.').at(-1)}
      />
      <div class="hosted-text">
        <strong title={filename}>{filename}</strong>
        <span class="soft">{error ?? facts.join(' · ')}</span>
      </div>
      <span class={`badge ${TONES[status] ?? ''}`}>{STATUS_TEXTS[status]}</span>
      <HostedActions asset={asset} client={client} onDeleted={onDeleted} />
    </li>
  );
}

function HostedActions({ asset, client, onDeleted }: HostedRowProps): JSX.Element {
  const { id, url, filename, provider } = asset;
  const remove = async (): Promise<void> => {
    await client.assets.delete(id);
    onDeleted();
    notify('The file is deleted.');
  };
  return (
    <div class="actions">
      {url !== undefined && (
        <>
          <button type="button" class="button small" onClick={() => addFileToEdit(url, undefined)}>
            Use in the edit
          </button>
          <button type="button" class="button small" onClick={() => void copyText(url, 'The address')}>
            Copy the address
          </button>
          <a
            class="button small"
            href={provider === OWN ? downloadAddressOf(url) : url}
            aria-label={`Download ${filename}`}
            rel="noopener"
            download
          >
            Download
          </a>
        </>
      )}
      <AskingButton
        kind="small plain"
        label={`Delete ${filename}`}
        title="Delete"
        question="Delete this file?"
        text={
          provider === OWN
            ? `${filename} is removed, and its address stops working. This cannot be undone.`
            : `Kinora forgets ${filename}. The file stays at ${provider}.`
        }
        action="Delete"
        run={remove}
      />
    </div>
  );
}
