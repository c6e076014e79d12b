import '../style/tray.css';
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { KinoraClient } from '../../client/index.ts';
import { addFileToEdit } from '../assets/add-file-to-edit.ts';
import type { UploadList } from '../assets/upload-list.ts';
import { uploadsOfSession } from '../assets/upload-session.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { addGeneratedToEdit } from '../generate/add-generated.ts';
import { hostPage } from '../shell/host-page.ts';
import { attemptAloud } from '../shell/notice.tsx';
import { loadVoices } from '../speech/voice-list.ts';
import { PagedSection } from '../shell/paged-section.tsx';
import { addressOf } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { useFilePicker } from '../shell/use-file-picker.tsx';
import { usePagedList } from '../shell/use-paged-list.ts';
import { hasFiles } from './file-drag.ts';
import {
  draggedFile,
  fileOfAsset,
  fileOfGenerated,
  fileOfSource,
  isUsable,
  type TrayFile,
} from './tray-file.ts';

/** The kinds of files, with their names. */
const KINDS = { sources: 'Sources', generated: 'Generated', hosted: 'Hosted files' } as const;
type FileGroup = keyof typeof KINDS;
const GROUPS: readonly FileGroup[] = ['sources', 'generated', 'hosted'];

/** The files that are shown. */
const group = signal<FileGroup>('sources');

/** The files of the account beside the timeline: drag one onto a track, or add it at the playhead. */
export function AssetTray(): JSX.Element {
  const client = session.value?.client;
  const uploads = uploadsOfSession();
  if (!client || !uploads) return <div class="tray" />;
  // Another site's page shows only the files of its edit.
  const groups = hostPage.value ? [] : GROUPS;
  return (
    <DropZone uploads={uploads}>
      <div class="tray-head">
        <div class="actions" role="group" aria-label="Kind of files">
          {groups.map((each) => (
            <button
              key={each}
              type="button"
              class="button small"
              aria-pressed={group.value === each}
              onClick={() => (group.value = each)}
            >
              {KINDS[each]}
            </button>
          ))}
        </div>
        <UploadButton uploads={uploads} />
      </div>
      <p class="soft tray-hint">
        Drag a file onto a track, or add it at the playhead. Files of your computer can be dropped here and on
        the timeline.
      </p>
      <Uploads uploads={uploads} />
      <Files key={group.value} client={client} arrived={uploads.arrived.value} />
    </DropZone>
  );
}

interface UploadProps {
  readonly uploads: UploadList;
}

/** Takes files of the computer that are dropped on it. */
function DropZone({ uploads, children }: UploadProps & { readonly children: JSX.Element[] }): JSX.Element {
  const isOver = useSignal(false);
  return (
    <div
      class={`tray${isOver.value ? ' over' : ''}`}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) isOver.value = false;
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        isOver.value = false;
        uploads.add([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      {children}
    </div>
  );
}

function UploadButton({ uploads }: UploadProps): JSX.Element {
  const { choose, input } = useFilePicker((files) => uploads.add(files));
  return (
    <>
      <button type="button" class="button small" onClick={choose}>
        Upload files
      </button>
      {input}
    </>
  );
}

/** The uploads that are not finished. */
function Uploads({ uploads: { uploads } }: UploadProps): JSX.Element | null {
  if (uploads.value.length === 0) return null;
  return (
    <ul class="tray-uploads">
      {uploads.value.map(({ id, name, size, sent, state, problem }) => (
        <li key={id}>
          <span class="tray-name" translate={false}>
            {name}
          </span>
          {state === 'sending' || state === 'waiting' ? (
            <progress
              class="bar"
              value={size === 0 ? 1 : sent}
              max={Math.max(1, size)}
              aria-label={`Progress of ${name}`}
            />
          ) : hostPage.value ? (
            <span class="soft">{problem}</span>
          ) : (
            <a href={addressOf('assets')} title={problem}>
              {state === 'paused' ? 'Paused' : 'Unfinished'}: see Assets
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function Files({
  client,
  arrived,
}: {
  readonly client: KinoraClient;
  readonly arrived: number;
}): JSX.Element {
  const { value: shown } = group;
  const list = usePagedList<TrayFile>(
    (pageSize, signal) => listFiles(client, shown, { pageSize, signal }),
    [client, shown],
    arrived,
  );
  return (
    <PagedSection list={list} label={KINDS[shown]} classes={['tray-list', 'tray-files']} none={NONE[shown]}>
      {(file) => <FileCard key={file.id} file={file} />}
    </PagedSection>
  );
}

/** The texts for a kind without files. */
const NONE: Readonly<Record<FileGroup, readonly [title: string, text: string]>> = {
  sources: [
    'No sources yet',
    'Drop a video, an image or a sound here. Kinora keeps it, and your edits can use it.',
  ],
  generated: ['Nothing generated yet', 'What you generate in the view Assets appears here, with its words.'],
  hosted: ['No hosted files yet', 'The files of finished renders appear here.'],
};

function listFiles(
  client: KinoraClient,
  shown: FileGroup,
  options: { readonly pageSize: number; readonly signal: AbortSignal },
): AsyncGenerator<TrayFile, void> {
  if (shown === 'hosted') return mapRows(client.assets.list(options), fileOfAsset);
  if (shown === 'sources') return mapRows(client.sources.list(options), fileOfSource);
  void attemptAloud(loadVoices);
  return mapRows(client.createdAssets.list(options), fileOfGenerated);
}

function FileCard({ file }: { readonly file: TrayFile }): JSX.Element {
  const { name, facts, url, isOwn, duration, generated } = file;
  const canUse = isUsable(file);
  return (
    <li
      class={`tray-file${canUse ? '' : ' useless'}`}
      draggable={canUse}
      title={canUse ? `Drag ${name} onto a track` : undefined}
      onDragStart={({ dataTransfer }) => {
        draggedFile.value = file;
        dataTransfer?.setData('text/plain', url ?? '');
        if (dataTransfer) dataTransfer.effectAllowed = 'copy';
      }}
      onDragEnd={() => (draggedFile.value = undefined)}
    >
      {/* The page shows only files of its own server. */}
      <Thumbnail key={url} url={isOwn ? url : undefined} placeholder={name.split('.').at(-1)} />
      <span class="tray-text">
        <strong class="tray-name" translate={false}>
          {name}
        </strong>
        <span class="soft">{facts}</span>
      </span>
      {canUse && url !== undefined && (
        <button
          type="button"
          class="button icon"
          aria-label={`Add ${name} at the playhead`}
          title="Add at the playhead"
          onClick={() => {
            if (generated) void addGeneratedToEdit(generated);
            else addFileToEdit(url, duration);
          }}
        >
          +
        </button>
      )}
    </li>
  );
}

async function* mapRows<Given, Row>(
  rows: AsyncGenerator<Given, void>,
  map: (row: Given) => Row,
): AsyncGenerator<Row, void> {
  for await (const row of rows) yield map(row);
}
