import type { JSX } from 'preact';
import { findOpenDialog } from './choose-file.ts';

/** The place of the dialog in which a file is chosen. */
export function OpenFileDialog(): JSX.Element | null {
  const { Dialog, question } = findOpenDialog() ?? {};
  return Dialog && question ? <Dialog question={question} /> : null;
}
