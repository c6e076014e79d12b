import type { ClipLocation } from '../clips/clip-location.ts';
import { createProblem, MAX_PROBLEMS, type Problem } from '../problems/problem.ts';
import { listSourcesIn } from '../sources/sources.ts';
import type { PartialEdit } from './well-formed-parts.ts';

/** Where sources may come from: http(s) addresses only, or files as well, as on the command line. */
export type AllowedSources = 'http' | 'anywhere';

/** The sources that cannot come from there. At most {@link MAX_PROBLEMS} problems. */
export function checkSources(
  { timeline }: Pick<PartialEdit, 'timeline'>,
  clips: readonly ClipLocation[],
  allowed: AllowedSources,
): Problem[] {
  const http = 'must be an address that begins with http:// or https://';
  const phrase = allowed === 'http' ? http : `${http}, or the path of a file`;
  const found: Problem[] = [];
  for (const { url, path } of listSourcesIn(timeline, clips)) {
    if (isHttpUrl(url) || (allowed === 'anywhere' && isFilePath(url))) continue;
    found.push(createProblem(path, 'wrong_form', phrase));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found;
}

function isHttpUrl(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}

/** A path, or a `file:` address. One letter before a colon is a drive. */
function isFilePath(url: string): boolean {
  const [, scheme = 'file'] = /^([a-z][a-z0-9+.-]+):/i.exec(url) ?? [];
  return scheme.toLowerCase() === 'file';
}
