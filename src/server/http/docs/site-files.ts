import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ignoreMissing } from '../../../base/ignore-missing.ts';
import { createPagePolicy } from '../response/safe-headers.ts';

/** A page loads its own files only, and is in no frame. */
const PAGE_POLICY = createPagePolicy(
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
);

const TEXT = 'text/plain; charset=utf-8';

/** Types that differ from those of a list of extensions, or that browsers would store and not show. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/\.md$/, 'text/markdown; charset=utf-8'],
  [/\.html$/, 'text/html; charset=utf-8'],
  [/\.json$/, 'application/json; charset=utf-8'],
  [/\.(ya?ml|service|env|txt)$|\/\w+file$/i, TEXT],
];

/** The page that `/docs` itself shows, whose policy depends on the request. */
const REFERENCE = 'index.html';

/** Files that have no address of their own: records of the build, and the compressed form of another file. */
const HIDDEN = /^(?:made-from|files)\.json$|\.(?:br|gz)$/;

/** Lists the files of the built site. Undefined if this installation has none. */
export async function readSite(folder: string) {
  const reference = await ignoreMissing(readFile(join(folder, REFERENCE), 'utf8'));
  if (reference === undefined) return undefined;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter((path) => path !== REFERENCE && !HIDDEN.test(path)),
  );
  return {
    /** Returns the file of a path below `/docs/`, such as `first-steps` or `first-steps.md`. Undefined if it has none. */
    fileOf: (path: string) => [path, `${path}.html`].find((file) => files.has(file)),
    headersOf,
    /** The page of the API reference. */
    reference,
    /** The list of the documents for programs. */
    llms: await readFile(join(folder, 'llms.txt'), 'utf8'),
  };
}

/** Returns the headers of a file, which may be the compressed one beside it. */
function headersOf(sent: string): Record<string, string> {
  const file = sent.replace(/\.(?:br|gz)$/, '');
  const [, type] = TYPES.find(([pattern]) => pattern.test(file)) ?? [];
  return {
    // An update changes the pages, and browsers ask with the ETag.
    'cache-control': 'no-cache',
    ...(type && { 'content-type': type }),
    ...(file.endsWith('.html') && { 'content-security-policy': PAGE_POLICY }),
  };
}
