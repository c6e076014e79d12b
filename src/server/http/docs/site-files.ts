import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ignoreMissing } from '../../../base/ignore-missing.ts';

/** The built site of the documents. */
export interface SiteFiles {
  /** True if a path below `/docs`, such as `/first-steps` or `/first-steps.md`, is part of the site. */
  readonly has: (path: string) => boolean;
  /** Returns the headers of a file of the site. */
  readonly headersOf: (file: string) => Record<string, string>;
  /** The list of the documents for programs. Undefined if this installation has no site. */
  readonly llms: string | undefined;
}

/** A page loads its own files only, and is in no frame. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TEXT = 'text/plain; charset=utf-8';

/** Types that differ from those of a list of extensions, or that browsers would store and not show. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/\.md$/, 'text/markdown; charset=utf-8'],
  [/\.html$/, 'text/html; charset=utf-8'],
  [/\.json$/, 'application/json; charset=utf-8'],
  [/\.(ya?ml|service|env|txt)$|\/\w+file$/i, TEXT],
];

/** Lists the files of the built site. An installation without it has none. */
export async function readSite(folder: string): Promise<SiteFiles> {
  const entries = (await ignoreMissing(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`),
  );
  // The records of the build are no part of the site.
  for (const record of ['/made-from.json', '/files.json']) files.delete(record);
  return {
    has: (path) => files.has(path) || files.has(`${path}.html`),
    headersOf,
    llms: await ignoreMissing(readFile(join(folder, 'llms.txt'), 'utf8')),
  };
}

function headersOf(file: string): Record<string, string> {
  const [, type] = TYPES.find(([pattern]) => pattern.test(file)) ?? [];
  return {
    // An update changes the pages, and browsers ask with the ETag.
    'cache-control': 'no-cache',
    ...(type && { 'content-type': type }),
    ...(file.endsWith('.html') && { 'content-security-policy': PAGE_POLICY }),
  };
}
