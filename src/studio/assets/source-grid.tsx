import type { JSX } from 'preact';
import type { KinoraClient, Source } from '../../client/index.ts';
import { describeTime, listFacts } from '../media/describe-facts.ts';
import { KIND_TITLES, kindOfFile } from '../media/media-kind.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { PagedSection } from '../shell/paged-section.tsx';
import { addressOf } from '../shell/route.ts';
import { usePagedList } from '../shell/use-paged-list.ts';
import { nameOfSource } from './source-names.ts';
import { addFileToEdit } from './add-file-to-edit.ts';

interface SourceGridProps {
  readonly client: KinoraClient;
  /** Changes when a source has arrived. */
  readonly arrived: number;
}

/** The ingested files, newest first. */
export function SourceGrid({ client, arrived }: SourceGridProps): JSX.Element {
  const list = usePagedList<Source>(
    (pageSize, signal) => client.sources.list({ pageSize, signal }),
    [client],
    arrived,
  );
  return (
    <PagedSection
      list={list}
      label="Sources"
      classes={[undefined, 'tiles']}
      none={[
        'No sources yet',
        'Drop a video, an image or a sound on this page. Kinora keeps it, and your edits can use it.',
      ]}
    >
      {(source) => <SourceTile key={source.id} source={source} />}
    </PagedSection>
  );
}

const PROGRESS_TEXTS = { queued: 'Waiting', importing: 'Kinora reads the file' } as const;

function SourceTile({ source }: { readonly source: Source }): JSX.Element {
  const { id, source: url, status, error, created } = source;
  const name = nameOfSource(source);
  const facts = [...(url === undefined ? [] : [KIND_TITLES[kindOfFile(url)]]), ...listFacts(source)];
  return (
    <li class="card tile">
      <Thumbnail key={url} url={url} placeholder={status === 'failed' ? 'No file' : '…'} />
      <div class="tile-text">
        <a class="tile-name" href={addressOf('assets', id)} title={name}>
          {name}
        </a>
        {status === 'failed' ? (
          <span class="tile-problem">{error}</span>
        ) : (
          <span class="soft">
            {status === 'queued' || status === 'importing' ? PROGRESS_TEXTS[status] : facts.join(' · ')}
          </span>
        )}
        <span class="soft">{describeTime(created, Date.now())}</span>
      </div>
      {url !== undefined && (
        <button
          type="button"
          class="button small"
          aria-label={`Use in the edit: ${name}`}
          onClick={() => addFileToEdit(url, source.duration)}
        >
          Use in the edit
        </button>
      )}
    </li>
  );
}
