import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CreatedAsset, CreateStatus, KinoraClient } from '../../client/index.ts';
import { FileActions } from '../assets/file-actions.tsx';
import { describeTime } from '../media/describe-facts.ts';
import { kindOfFile } from '../media/media-kind.ts';
import { titleOfType } from '../settings/provider-texts.ts';
import { PagedSection } from '../shell/paged-section.tsx';
import { usePagedList } from '../shell/use-paged-list.ts';
import { addGeneratedToEdit } from './add-generated.ts';
import { nameOfGenerated } from './clip-of-generated.ts';

const STATUS_TEXTS: Readonly<Record<CreateStatus, string>> = {
  queued: 'Waiting',
  processing: 'Being made',
  saving: 'Being stored',
  done: 'Ready',
  failed: 'Failed',
};
const TONES: Readonly<Record<CreateStatus, string>> = {
  queued: '',
  processing: 'busy',
  saving: 'busy',
  done: 'good',
  failed: 'bad',
};
/** Milliseconds between two looks at a list with unfinished files. */
const LOOK_MS = 1000;

interface GeneratedListProps {
  readonly client: KinoraClient;
  /** Changes when another file is to be made. */
  readonly added: number;
}

/** The generated files, newest first. */
export function GeneratedList({ client, added }: GeneratedListProps): JSX.Element {
  const list = usePagedList<CreatedAsset>(
    (pageSize, signal) => client.createdAssets.list({ pageSize, signal }),
    [client],
    added,
  );
  const isBusy = list.rows.value?.some(({ status }) => status !== 'done' && status !== 'failed') ?? false;
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setInterval(() => void list.refresh(), LOOK_MS);
    return () => clearInterval(timer);
  }, [list, isBusy]);
  return (
    <PagedSection
      list={list}
      label="Generated files"
      classes={[undefined, 'renditions']}
      none={['Nothing generated yet', 'Write a text above, choose a voice, and Kinora speaks it.']}
    >
      {(asset) => <GeneratedRow key={asset.id} asset={asset} />}
    </PagedSection>
  );
}

function GeneratedRow({ asset }: { readonly asset: CreatedAsset }): JSX.Element {
  const { type, status, url, error, warnings = [], provider, created } = asset;
  const name = nameOfGenerated(asset);
  const facts = [titleOfType(type), provider, describeTime(created, Date.now())];
  return (
    <li class="card rendition generated">
      <div class="generated-text">
        <strong>{name}</strong>
        <br />
        <span class={error === undefined ? 'soft' : 'tile-problem'}>{error ?? facts.join(' · ')}</span>
        {warnings.map((warning) => (
          <p key={warning} class="soft">
            {warning}
          </p>
        ))}
      </div>
      {url !== undefined && <Player url={url} title={name} />}
      <span class={`badge ${TONES[status]}`}>{STATUS_TEXTS[status]}</span>
      {url !== undefined && <FileActions url={url} onUse={() => void addGeneratedToEdit(asset)} />}
    </li>
  );
}

function Player({ url, title }: { readonly url: string; readonly title: string }): JSX.Element | null {
  const kind = kindOfFile(url);
  if (kind === 'sound') return <audio src={url} controls preload="metadata" aria-label={title} />;
  if (kind === 'video') return <video src={url} controls preload="metadata" aria-label={title} />;
  return kind === 'image' || kind === 'drawing' ? <img src={url} alt={title} loading="lazy" /> : null;
}
