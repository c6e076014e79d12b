import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { notify } from '../shell/notice.tsx';
import type { FileChoice, FileDialogProps, FileQuestion, OpenQuestion } from './file-question.ts';

const open = signal<OpenQuestion | undefined>(undefined);
const dialog = signal<((props: FileDialogProps) => JSX.Element) | undefined>(undefined);

/** Opens the dialog in which a file is chosen. @returns undefined if it is closed without a choice. */
export async function chooseFile(question: FileQuestion): Promise<FileChoice | undefined> {
  try {
    dialog.value ??= (await import('./file-dialog.tsx')).FileDialog;
  } catch {
    notify('The list of your files could not be loaded. Reload the page.');
    return undefined;
  }
  open.peek()?.answer(undefined);
  return await new Promise((resolve) => {
    const answer = (choice: FileChoice | undefined): void => {
      open.value = undefined;
      resolve(choice);
    };
    open.value = { ...question, answer };
  });
}

/** Returns the open dialog of {@link chooseFile} with its question. Undefined if it is closed. */
export function findOpenDialog():
  | { readonly Dialog: (props: FileDialogProps) => JSX.Element; readonly question: OpenQuestion }
  | undefined {
  const { value: question } = open;
  const { value: Dialog } = dialog;
  return question && Dialog && { Dialog, question };
}
