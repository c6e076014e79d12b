import type { WantedKinds } from './wanted-kinds.ts';

/** The place that a file is chosen for. */
export interface FileQuestion {
  /** Its name, such as `Soundtrack`. */
  readonly title: string;
  readonly kinds: WantedKinds;
  /** The address that it has now. Empty if it has none. */
  readonly address: string;
}

/** A file of the account or of the web, or one of the computer that must be uploaded first. */
export type FileChoice =
  | { readonly url: string; readonly duration: number | undefined }
  | { readonly file: File };

/** A question that is shown. */
export interface OpenQuestion extends FileQuestion {
  readonly answer: (choice: FileChoice | undefined) => void;
}

/** The properties of the dialog. */
export interface FileDialogProps {
  readonly question: OpenQuestion;
}
