import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

/** The file dialog of the computer. */
export interface FilePicker {
  /** Opens the dialog of the browser. */
  readonly choose: () => void;
  /** The input behind the dialog. It is not seen, and must be a part of the view. */
  readonly input: JSX.Element;
}

/** Returns a hidden input for files, and a function that opens its dialog. @param onChosen called with the chosen files. */
export function useFilePicker(onChosen: (files: File[]) => void): FilePicker {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={ref}
      class="unseen"
      type="file"
      multiple
      tabIndex={-1}
      aria-label="Files to upload"
      onChange={({ currentTarget }) => {
        onChosen([...(currentTarget.files ?? [])]);
        // The same file can be chosen again.
        currentTarget.value = '';
      }}
    />
  );
  return { choose: () => ref.current?.click(), input };
}
