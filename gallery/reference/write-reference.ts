import { formatDocument } from '../../scripts/format-document.ts';
import { formatReference } from './format-reference.ts';
import { readReference } from './reference-pages.ts';

/** Returns the pages of the reference by their files, formatted as all documents are. */
export function writeReference(): Record<string, string> {
  const pages = Object.entries(formatReference(readReference()));
  return Object.fromEntries(pages.map(([file, text]) => [file, formatDocument(text)] as const));
}
