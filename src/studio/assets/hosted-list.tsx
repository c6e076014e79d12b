import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Asset, KinoraClient } from '../../client/index.ts';
import { describeTime } from '../media/describe-facts.ts';
import { downloadAddressOf, KIND_TITLES, kindOfFile } from '../media/media-kind.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { ConfirmDialog } from '../shell/confirm-dialog.tsx';
import { copyText } from '../shell/copy-text.ts';
import { describeError } from '../shell/describe-error.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { MoreButton } from '../shell/more-button.tsx';
import { notify } from '../shell/notice.tsx';
import { usePagedList } from '../shell/use-paged-list.ts';
import { addFileToEdit } from './add-file-to-edit.ts';

/** The hosted files of renders, transfers and sources, newest first. */
export function HostedList({ client }: { readonly client: KinoraClient }): JSX.Element {
  const list = usePagedList<Asset>((pageSize, signal) => client.assets.list({ pageSize, signal }), [client]);
  const { value: rows } = list.rows;
  return (
    <section aria-label="Hosted files" aria-busy={list.isLoading.value}>
      <FailureMessage text={list.failure.value} />
      {rows?.length === 0 && (
        <div class="empty">
          <h2>No hosted files yet</h2>
          <p>The files of finished renders appear here, and those of sources and transfers.</p>
        </div>
      )}
      <ul class="hosted">
        {(rows ?? []).map((asset) => (
          <HostedRow key={asset.id} asset={asset} client={client} onDeleted={() => list.drop(asset.id)} />
        ))}
      </ul>
      <MoreButton list={list} title="Show older files" />
    </section>
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
  const isAsking = useSignal(false);
  const remove = async (): Promise<void> => {
    try {
      await client.assets.delete(id);
      onDeleted();
      notify('The file is deleted.');
    } catch (error) {
      notify(describeError(error));
    }
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
      <button
        type="button"
        class="button small plain"
        aria-label={`Delete ${filename}`}
        onClick={() => (isAsking.value = true)}
      >
        Delete
      </button>
      {isAsking.value && (
        <ConfirmDialog
          title="Delete this file?"
          text={
            provider === OWN
              ? `${filename} is removed, and its address stops working. This cannot be undone.`
              : `Kinora forgets ${filename}. The file stays at ${provider}.`
          }
          action="Delete"
          onConfirm={() => void remove()}
          onClose={() => (isAsking.value = false)}
        />
      )}
    </div>
  );
}
