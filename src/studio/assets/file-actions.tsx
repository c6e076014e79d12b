import type { JSX } from 'preact';
import { downloadAddressOf } from '../media/media-kind.ts';
import { copyText } from '../shell/copy-text.ts';
import { addFileToEdit } from './add-file-to-edit.ts';
import { createClipOfFile } from './clip-of-file.ts';

interface FileActionsProps {
  readonly url: string;
  /** Seconds, if they are known. */
  readonly duration?: number | undefined;
  /** Uses it in the edit, if it is more than a file. */
  readonly onUse?: () => void;
}

/** The buttons of a file: copy its address, download it, or use it in the edit. */
export function FileActions({ url, duration, onUse }: FileActionsProps): JSX.Element {
  return (
    <div class="actions">
      <button type="button" class="button small" onClick={() => void copyText(url, 'The address')}>
        Copy the address
      </button>
      <a class="button small" href={downloadAddressOf(url)} rel="noopener" download>
        Download
      </a>
      {createClipOfFile(url, 0, duration) && (
        <button type="button" class="button small" onClick={onUse ?? (() => addFileToEdit(url, duration))}>
          Use in the edit
        </button>
      )}
    </div>
  );
}
