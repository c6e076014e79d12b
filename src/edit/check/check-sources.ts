import type { ClipLocation } from '../clips/clip-location.ts';
import { collectProblems, createProblem, type Problem } from '../problems/problem.ts';
import { findEncoding } from '../schema/fields.ts';
import { encodingsOf, listSourcesIn } from '../sources/sources.ts';
import type { PartialEdit } from './well-formed-parts.ts';

/** Allowed sources: only http(s) URLs, or also paths of files, as on the command line. */
export type AllowedSources = 'http' | 'anywhere';

/** Reports sources that are not allowed, and files with two encodings. */
export function checkSources(
  { timeline }: Pick<PartialEdit, 'timeline'>,
  clips: readonly ClipLocation[],
  allowed: AllowedSources,
): Problem[] {
  const sources = listSourcesIn(timeline, clips);
  const encodings = encodingsOf(sources);
  return collectProblems(sources, ({ url, path, encoding }) => {
    const isAllowed = isHttpUrl(url) || (allowed === 'anywhere' && isFilePath(url));
    if (!isAllowed) return [createProblem(path, 'wrong_form', describeAllowed(url, allowed))];
    const other = encodings.get(url);
    if (encoding === undefined || other === undefined) return [];
    if (findEncoding(encoding) === findEncoding(other)) return [];
    const text = `must be ${JSON.stringify(other)}, as elsewhere for the same file`;
    return [createProblem([...path.slice(0, -1), 'encoding'], 'wrong_form', text)];
  });
}

/** Describes the allowed sources. A path sent over HTTP is probably a file of the client, which needs a URL. */
function describeAllowed(url: string, allowed: AllowedSources): string {
  const http = 'must be a URL that starts with http:// or https://';
  if (allowed === 'anywhere') return `${http}, or the path of a file`;
  if (!isFilePath(url)) return http;
  return `${http}. To use a file from your disk, upload it first, and use the address that it then has`;
}

function isHttpUrl(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}

/**
 * True if the text is a path or a `file:` URL. A single letter before a colon is a drive, not the scheme of a
 * URL.
 */
function isFilePath(url: string): boolean {
  const [, scheme = 'file'] = /^([a-z][a-z0-9+.-]+):/i.exec(url) ?? [];
  return scheme.toLowerCase() === 'file';
}
