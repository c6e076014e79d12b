import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { KinoraClient } from '../../client/index.ts';
import { brand, loadBrand } from '../brand/brand-state.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { hostPage } from '../shell/host-page.ts';
import { PagedList } from '../shell/paged-list.ts';
import { PagedSection } from '../shell/paged-section.tsx';
import { session } from '../shell/session.ts';
import { useFilePicker } from '../shell/use-file-picker.tsx';
import type { TrayFile } from '../tray/tray-file.ts';
import { FILE_LISTS, type FileList, filterFiles, listAccountFiles } from './account-files.ts';
import type { FileChoice, FileDialogProps } from './file-question.ts';
import { rememberFile } from './known-files.ts';
import { shareRows } from './share-rows.ts';
import { useFileEntry } from './use-file-entry.ts';
import { acceptKinds, nameKinds, refuseAddress, refuseFile, type WantedKinds } from './wanted-kinds.ts';

/** The dialog in which a file is chosen: of the account, of the computer or of the web. */
export function FileDialog({ question }: FileDialogProps): JSX.Element {
  const { title, kinds, address, answer } = question;
  const choice = useRef<FileChoice | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const finish = (chosen: FileChoice): void => {
    choice.current = chosen;
    ref.current?.close();
  };
  const takeFiles = ([file]: readonly File[]): void => {
    problem.value = file && refuseFile(file, kinds);
    if (file && problem.value === undefined) finish({ file });
  };
  const takeAddress = (text: string): void => {
    problem.value = refuseAddress(text);
    if (problem.value === undefined) finish({ url: text, duration: undefined });
  };
  const { ref, isOver, events } = useFileEntry<HTMLDialogElement>(takeFiles, takeAddress);
  useEffect(() => ref.current?.showModal(), []);
  const client = session.value?.client;
  return (
    <dialog
      ref={ref}
      class={`dialog file-dialog${isOver.value ? ' over' : ''}`}
      aria-label={`Choose ${nameKinds(kinds)}`}
      onClose={() => answer(choice.current)}
      {...events}
    >
      <header>
        <div>
          <h2>Choose {nameKinds(kinds)}</h2>
          <p class="soft">{title}. Files can also be dropped or pasted here.</p>
        </div>
        <button
          type="button"
          class="button icon plain"
          aria-label="Close without a choice"
          onClick={() => ref.current?.close()}
        >
          ✕
        </button>
      </header>
      {problem.value !== undefined && (
        <p class="message bad" role="alert">
          {problem.value}
        </p>
      )}
      {client && <AccountFiles client={client} kinds={kinds} takeFiles={takeFiles} finish={finish} />}
      <WebAddress address={address} take={takeAddress} />
    </dialog>
  );
}

interface AccountFilesProps {
  readonly client: KinoraClient;
  readonly kinds: WantedKinds;
  readonly takeFiles: (files: readonly File[]) => void;
  readonly finish: (choice: FileChoice) => void;
}

function AccountFiles({ client, kinds, takeFiles, finish }: AccountFilesProps): JSX.Element {
  const shown = useSignal<FileList>('uploads');
  const words = useSignal('');
  const picker = useFilePicker(takeFiles, { accept: acceptKinds(kinds) });
  useEffect(loadBrand, []);
  const hasLogos = kinds.includes('image') && brand.value.logos.length > 0;
  const lists = (Object.keys(FILE_LISTS) as FileList[]).filter((list) =>
    list === 'logos' ? hasLogos : list === 'uploads' || !hostPage.value,
  );
  return (
    <>
      <div class="file-tools">
        <div class="actions" role="group" aria-label="Files">
          {lists.map((list) => (
            <button
              key={list}
              type="button"
              class="button small chip"
              aria-pressed={shown.value === list}
              onClick={() => (shown.value = list)}
            >
              {FILE_LISTS[list]}
            </button>
          ))}
        </div>
        <input
          class="input"
          type="search"
          aria-label="Search by name"
          placeholder="Search by name"
          value={words.value}
          onInput={(event) => (words.value = event.currentTarget.value)}
        />
        <button type="button" class="button main" onClick={picker.choose}>
          Upload from this computer
        </button>
        {picker.input}
      </div>
      <Files
        key={shown.value}
        client={client}
        list={shown.value}
        kinds={kinds}
        words={words.value}
        finish={finish}
      />
    </>
  );
}

interface FilesProps {
  readonly client: KinoraClient;
  readonly list: FileList;
  readonly kinds: WantedKinds;
  readonly words: string;
  readonly finish: (choice: FileChoice) => void;
}

function Files({ client, list, kinds, words, finish }: FilesProps): JSX.Element {
  const abort = useMemo(() => new AbortController(), []);
  useEffect(() => () => abort.abort(), []);
  const all = useMemo(() => shareRows(() => listAccountFiles(client, list, abort.signal)), [client, list]);
  const files = useMemo(() => new PagedList<TrayFile>(() => filterFiles(all(), kinds, words)), [all, words]);
  useEffect(() => {
    void files.loadMore();
    return () => files.close();
  }, [files]);
  const none: readonly [string, string] =
    words.trim() === ''
      ? ['Nothing here yet', `Upload ${nameKinds(kinds)} from this computer, or drop it here.`]
      : ['No file has this name', 'Search for another name, or look into the other list.'];
  return (
    <PagedSection list={files} label={FILE_LISTS[list]} classes={['file-list', 'file-tiles']} none={none}>
      {(file) => <FileTile key={file.id} file={file} finish={finish} />}
    </PagedSection>
  );
}

function FileTile({ file, finish }: { readonly file: TrayFile } & Pick<FilesProps, 'finish'>): JSX.Element {
  const { url = '', name, facts, isOwn, duration } = file;
  return (
    <li>
      <button
        type="button"
        class="file-tile"
        onClick={() => {
          rememberFile(url, file);
          finish({ url, duration });
        }}
      >
        <Thumbnail key={url} url={url} isOwn={isOwn} />
        <strong title={name} translate={false}>
          {name}
        </strong>
        <span class="soft">{facts}</span>
      </button>
    </li>
  );
}

/** The way for people who have an address of a file. */
function WebAddress(props: {
  readonly address: string;
  readonly take: (address: string) => void;
}): JSX.Element {
  const text = useSignal(props.address);
  return (
    <details class="file-address">
      <summary>Use a file of the web by its address</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.take(text.value.trim());
        }}
      >
        <input
          class="input"
          aria-label="Address of the file"
          placeholder="https://"
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <button class="button">Use it</button>
      </form>
    </details>
  );
}
