import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { formatReference } from './format-reference.ts';
import { readReference } from './reference-pages.ts';

/** Returns the pages of the reference by their files, formatted as all documents are. */
export async function writeReference(): Promise<Record<string, string>> {
  const filepath = join(import.meta.dirname, '../../docs/reference/README.md');
  const options = { ...(await resolveConfig(filepath)), filepath };
  const pages = Object.entries(formatReference(readReference()));
  return Object.fromEntries(
    await Promise.all(pages.map(async ([file, text]) => [file, await format(text, options)] as const)),
  );
}
