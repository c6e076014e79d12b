import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { KinoraClient, UploadProgress } from '../../client/index.ts';
import { FilePlace, FileThumbnail, ShownStandard } from '../files/file-place.tsx';
import { useFileEntry } from '../files/use-file-entry.ts';
import { acceptKinds, refuseAddress, refuseFile } from '../files/wanted-kinds.ts';
import { describeError } from '../shell/describe-error.ts';
import { useFilePicker } from '../shell/use-file-picker.tsx';
import type { TemplateFile } from '../start/template-file.ts';

interface FormFileProps {
  readonly client: KinoraClient;
  readonly title: string;
  /** The file of the template. */
  readonly file: TemplateFile;
  /** The address of the given file. Undefined if that of the template counts. */
  readonly address: string | undefined;
  readonly set: (address: string | undefined) => void;
  /** The number of files that are on their way. */
  readonly arriving: Signal<number>;
}

/** A file of the computer in its place. */
interface GivenFile {
  readonly name: string;
  /** Undefined when all of it has been sent. */
  readonly progress?: UploadProgress | undefined;
  readonly isArriving: boolean;
}

/** The way of a file into its place. */
interface FileWay {
  readonly given: ReadonlySignal<GivenFile | undefined>;
  /** The reason why a file cannot be used. */
  readonly problem: ReadonlySignal<string | undefined>;
  readonly takeFiles: (files: readonly File[]) => void;
  readonly takeAddress: (address: string) => void;
  /** Goes back to the file of the template. */
  readonly goBack: () => void;
}

/** Takes a file for a place instead of the one before, and uploads it. */
function useUpload({ client, file, set, arriving }: FormFileProps): FileWay {
  const given = useSignal<GivenFile | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const upload = useRef(new AbortController());
  useEffect(() => () => upload.current.abort(), []);
  const begin = (next: GivenFile | undefined): AbortSignal => {
    upload.current.abort();
    upload.current = new AbortController();
    given.value = next;
    return upload.current.signal;
  };
  const send = async (chosen: File): Promise<void> => {
    const { name } = chosen;
    const signal = begin({ name, isArriving: true });
    arriving.value++;
    try {
      const onProgress = (progress: UploadProgress): void => {
        if (!signal.aborted) given.value = { name, progress, isArriving: true };
      };
      const { id } = await client.upload(chosen, { signal, onProgress });
      if (!signal.aborted) given.value = { name, isArriving: true };
      const { source, error } = await client.sources.wait(id, { signal });
      if (source === undefined) throw new Error(error ?? 'Kinora cannot read this file. Choose another.');
      given.value = { name, isArriving: false };
      set(source);
    } catch (error) {
      if (signal.aborted) return;
      given.value = undefined;
      problem.value = describeError(error);
    } finally {
      arriving.value--;
    }
  };
  return {
    given,
    problem,
    takeFiles: ([chosen]) => {
      problem.value = chosen && refuseFile(chosen, file.kinds);
      if (chosen && problem.value === undefined) void send(chosen);
    },
    takeAddress: (address) => {
      problem.value = refuseAddress(address);
      if (problem.value !== undefined) return;
      begin({ name: address, isArriving: false });
      set(address);
    },
    goBack: () => {
      begin(undefined);
      problem.value = undefined;
      set(undefined);
    },
  };
}

/** A place for a file in the form of a link: it is chosen, dropped or pasted, and uploaded with the token of the link. */
export function FormFile(props: FormFileProps): JSX.Element {
  const { title, file, address } = props;
  const { given, problem, takeFiles, takeAddress, goBack } = useUpload(props);
  const picker = useFilePicker(takeFiles, { accept: acceptKinds(file.kinds), label: `File for ${title}` });
  const entry = useFileEntry<HTMLDivElement>(takeFiles, takeAddress);
  return (
    <FilePlace entry={entry} problem={problem.value}>
      <ShownFile given={given.value} address={address} file={file} />
      <div class="actions">
        <button type="button" class="button small" aria-label={`Choose ${title}`} onClick={picker.choose}>
          Choose
        </button>
        {given.value && (
          <button type="button" class="button small plain" onClick={goBack}>
            Back to {file.name.toLowerCase()}
          </button>
        )}
      </div>
      {picker.input}
    </FilePlace>
  );
}

function ShownFile(props: {
  readonly given: GivenFile | undefined;
  readonly address: string | undefined;
  readonly file: TemplateFile;
}): JSX.Element {
  const { given, address, file } = props;
  if (!given) return <ShownStandard standard={file} kinds={file.kinds} />;
  const { name, progress, isArriving } = given;
  return (
    <div class="file-shown">
      {!isArriving && <FileThumbnail key={address} address={address} />}
      <span class="file-text">
        <strong title={name}>{name}</strong>
        {isArriving && <span class="soft">{progress ? 'Uploading' : 'Kinora reads the file'}</span>}
        {progress && (
          <progress
            class="bar"
            value={progress.sent}
            max={Math.max(1, progress.total)}
            aria-label={`Progress of ${name}`}
          />
        )}
      </span>
    </div>
  );
}
