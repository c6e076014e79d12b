import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { describeSize } from '../media/describe-facts.ts';
import { useFilePicker } from '../shell/use-file-picker.tsx';
import type { ShownUpload, UploadList, UploadState } from './upload-list.ts';

const STATE_TEXTS: Readonly<Record<UploadState, string>> = {
  waiting: 'Waits for the others',
  sending: 'Uploading',
  paused: 'Paused',
  failed: 'Stopped',
  lost: 'Unfinished. Choose the same file again to continue.',
};

/** Takes files: dropped anywhere on the page, or chosen. Shows the uploads that are not finished. */
export function UploadPanel({ list }: { readonly list: UploadList }): JSX.Element {
  const { choose, input } = useFilePicker((files) => list.add(files));
  const isOver = useFileDrop((files) => list.add(files));
  return (
    <section class={`upload-panel${isOver ? ' over' : ''}`} aria-label="Upload">
      <div class="drop">
        <p>
          <strong>{isOver ? 'Drop the files to upload them' : 'Drop files here'}</strong>{' '}
          <span class="soft">Videos, images, sounds and subtitles of any size.</span>
        </p>
        <button type="button" class="button main" onClick={choose}>
          Choose files
        </button>
        {input}
      </div>
      {list.uploads.value.length > 0 && (
        <ul class="uploads">
          {list.uploads.value.map((upload) => (
            <UploadRow key={upload.id} upload={upload} list={list} choose={choose} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface UploadRowProps {
  readonly upload: ShownUpload;
  readonly list: UploadList;
  readonly choose: () => void;
}

function UploadRow({ upload, list, choose }: UploadRowProps): JSX.Element {
  const { id, name, size, sent, state, problem } = upload;
  return (
    <li class="upload">
      <div class="upload-name">
        <strong>{name}</strong>
        <span class="soft">
          {state === 'lost' ? describeSize(size) : `${describeSize(sent)} of ${describeSize(size)}`}
        </span>
      </div>
      {state !== 'lost' && (
        <progress
          class="bar"
          value={size === 0 ? 1 : sent}
          max={Math.max(1, size)}
          aria-label={`Progress of ${name}`}
        />
      )}
      <span
        class={problem === undefined ? 'soft' : 'upload-problem'}
        role={problem === undefined ? undefined : 'alert'}
      >
        {problem ?? STATE_TEXTS[state]}
      </span>
      <div class="actions">
        {(state === 'sending' || state === 'waiting') && (
          <button type="button" class="button small" onClick={() => list.pause(id)}>
            Pause
          </button>
        )}
        {(state === 'paused' || state === 'failed') && (
          <button type="button" class="button small" onClick={() => list.resume(id)}>
            Continue
          </button>
        )}
        {state === 'lost' && (
          <button type="button" class="button small" onClick={choose}>
            Choose the file
          </button>
        )}
        <button
          type="button"
          class="button small plain"
          aria-label={`Remove the upload of ${name}`}
          onClick={() => list.remove(id)}
        >
          Remove
        </button>
      </div>
    </li>
  );
}

/** Takes files that are dropped on the page. @returns true while files are held over it. */
function useFileDrop(take: (files: readonly File[]) => void): boolean {
  const isOver = useSignal(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Otherwise, the browser would open the file.
      event.preventDefault();
      isOver.value = true;
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      isOver.value = false;
      take([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver.value;
}
