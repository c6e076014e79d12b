import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Formats Markdown as `npm run format` formats the documents. */
export function formatDocument(text: string): string {
  const oxfmt = join(root, 'node_modules/.bin/oxfmt');
  return execFileSync(oxfmt, ['--stdin-filepath=docs/document.md'], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
}
