import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { describeExpiry } from '../assets/address-expiry.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { notify } from '../shell/notice.tsx';
import { useFilePicker } from '../shell/use-file-picker.tsx';
import { chooseFile } from './choose-file.ts';
import { FilePlace, ShownStandard, type StandardFile } from './file-place.tsx';
import { useKnownFile } from './known-files.ts';
import { findPlaceUpload, uploadForPlace } from './place-uploads.ts';
import { PlaceProgress } from './place-progress.tsx';
import { useFileEntry } from './use-file-entry.ts';
import { acceptKinds, nameKinds, refuseAddress, refuseFile, type WantedKinds } from './wanted-kinds.ts';

interface FileFieldProps {
  /** The id of the button that is focused first. */
  readonly id?: string;
  /** The name of the place, which only it has. Its upload goes on while it is not shown. */
  readonly place: string;
  readonly title: string;
  readonly kinds: WantedKinds;
  /** The address of the file. Empty if none is chosen. */
  readonly address: string;
  readonly standard?: StandardFile | undefined;
  /** The id of the element that explains the field. */
  readonly describedBy?: string | undefined;
  readonly set: (address: string) => void;
  /** Goes back to the standard file. */
  readonly reset?: (() => void) | undefined;
}

/**
 * A place for a file: it is chosen from the files of the account, uploaded, dropped or pasted. The place shows its
 * picture, its name and its length.
 */
export function FileField(props: FileFieldProps): JSX.Element {
  const { place, title, kinds, address, standard, set } = props;
  const problem = useSignal<string | undefined>(undefined);
  const use = (url: string): void => {
    set(url);
    const expiry = describeExpiry(url);
    if (expiry !== undefined) notify(expiry);
  };
  const takeFiles = (files: readonly File[]): void => {
    const refusals = files.map((file) => refuseFile(file, kinds));
    const file = files[Math.max(0, refusals.indexOf(undefined))];
    problem.value = refusals.includes(undefined) ? undefined : refusals[0];
    if (file && problem.value === undefined) uploadForPlace(place, file, use);
  };
  const takeAddress = (text: string): void => {
    problem.value = refuseAddress(text);
    if (problem.value === undefined) use(text);
  };
  const choose = async (): Promise<void> => {
    const choice = await chooseFile({ title, kinds, address });
    problem.value = undefined;
    if (choice && 'file' in choice) takeFiles([choice.file]);
    else if (choice) use(choice.url);
  };
  const picker = useFilePicker(takeFiles, { accept: acceptKinds(kinds), label: `File for ${title}` });
  const entry = useFileEntry<HTMLDivElement>(takeFiles, takeAddress);
  return (
    <FilePlace entry={entry} problem={problem.value}>
      {findPlaceUpload(place) ? (
        <PlaceProgress place={place} />
      ) : (
        <Shown address={address} standard={standard} kinds={kinds} />
      )}
      <Buttons {...props} choose={() => void choose()} upload={picker.choose} />
      {picker.input}
    </FilePlace>
  );
}

interface ButtonsProps extends Pick<
  FileFieldProps,
  'id' | 'title' | 'address' | 'standard' | 'describedBy' | 'reset'
> {
  readonly choose: () => void;
  readonly upload: () => void;
}

function Buttons(props: ButtonsProps): JSX.Element {
  const { id, title, address, standard, describedBy, reset, choose, upload } = props;
  return (
    <div class="actions">
      <button
        id={id}
        type="button"
        class="button small"
        aria-label={`Choose ${title}`}
        aria-describedby={describedBy}
        onClick={choose}
      >
        Choose
      </button>
      <button
        type="button"
        class="button small"
        aria-label={`Upload ${title}`}
        aria-describedby={describedBy}
        onClick={upload}
      >
        Upload
      </button>
      {standard && address !== '' && (
        <button type="button" class="button small plain" onClick={reset}>
          Back to {standard.name.toLowerCase()}
        </button>
      )}
    </div>
  );
}

function Shown(props: Pick<FileFieldProps, 'address' | 'standard' | 'kinds'>): JSX.Element {
  const { address, standard, kinds } = props;
  if (address !== '') return <ChosenFile address={address} />;
  if (!standard) return <p class="file-hint">Drop or paste {nameKinds(kinds)} here.</p>;
  return <ShownStandard standard={standard} kinds={kinds} />;
}

function ChosenFile({ address }: { readonly address: string }): JSX.Element {
  const { name, facts, isOwn } = useKnownFile(address);
  return (
    <div class="file-shown">
      <Thumbnail key={address} url={address} isOwn={isOwn} />
      <span class="file-text">
        <strong title={name} translate={false}>
          {name}
        </strong>
        <span class="soft">{facts}</span>
      </span>
    </div>
  );
}
