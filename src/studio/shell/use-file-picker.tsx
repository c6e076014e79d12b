import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

/** The file dialog of the computer. */
export interface FilePicker {
  /** Opens the dialog of the browser. */
  readonly choose: () => void;
  /** The input behind the dialog. It is not seen, and must be a part of the view. */
  readonly input: JSX.Element;
}

/** The files that a dialog offers. */
interface FilePickerOptions {
  /** The extensions of the one file that is wanted, as in the attribute `accept`. Default: several files of any kind. */
  readonly accept?: string;
  /** The name of the input for screen readers. */
  readonly label?: string;
}

/** Returns a hidden input for files, and a function that opens its dialog. @param onChosen called with the chosen files. */
export function useFilePicker(
  onChosen: (files: File[]) => void,
  { accept, label = 'Files to upload' }: FilePickerOptions = {},
): FilePicker {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={ref}
      class="unseen"
      type="file"
      multiple={accept === undefined}
      accept={accept}
      tabIndex={-1}
      aria-label={label}
      onChange={({ currentTarget }) => {
        onChosen([...(currentTarget.files ?? [])]);
        // The same file can be chosen again.
        currentTarget.value = '';
      }}
    />
  );
  return { choose: () => ref.current?.click(), input };
}
