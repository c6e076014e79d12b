import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange, StoredFile } from '../../../hosting/storage.ts';

/** The response to a file request: the whole file, a byte range, or an error. */
export type FileResponse =
  | { readonly status: 200 | 304 | 412 | 416 }
  | { readonly status: 206; readonly range: ByteRange };

/** Evaluates the conditional headers and the range of a request, in the order of RFC 9110, 13.2.2. */
export function decideFileResponse(headers: IncomingHttpHeaders, file: StoredFile): FileResponse {
  if (!meetsPreconditions(headers, file)) return { status: 412 };
  if (isNotModified(headers, file)) return { status: 304 };
  if (headers.range === undefined || !meetsRangeCondition(String(headers['if-range'] ?? ''), file))
    return { status: 200 };
  return parseRange(headers.range, file.size);
}

function meetsPreconditions(headers: IncomingHttpHeaders, file: StoredFile): boolean {
  const match = headers['if-match'];
  if (match !== undefined) return match.trim() === '*' || parseEntityTags(match).includes(file.etag);
  const since = headers['if-unmodified-since'];
  return since === undefined || !(truncateToSeconds(file.modified) > Date.parse(since));
}

function isNotModified(headers: IncomingHttpHeaders, file: StoredFile): boolean {
  const match = headers['if-none-match'];
  if (match !== undefined) {
    const known = parseEntityTags(match).map((tag) => tag.replace(/^W\//, ''));
    return match.trim() === '*' || known.includes(file.etag);
  }
  const since = headers['if-modified-since'];
  return since !== undefined && truncateToSeconds(file.modified) <= Date.parse(since);
}

function meetsRangeCondition(condition: string, file: StoredFile): boolean {
  if (condition === '') return true;
  return condition.includes('"')
    ? condition === file.etag
    : truncateToSeconds(file.modified) === Date.parse(condition);
}

/** Returns the entity tags in a header, with their quotes. */
export function parseEntityTags(list: string): readonly string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/** Returns a time in milliseconds since 1970, truncated to whole seconds, the precision of HTTP dates. */
function truncateToSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000;
}

/**
 * Parses a `Range` header. Ignores invalid and multiple ranges, as RFC 9110, 14.2 allows: the response is the
 * whole file.
 */
function parseRange(header: string, size: number): FileResponse {
  const { first, last } = /^\s*bytes=\s*(?<first>\d*)-(?<last>\d*)\s*$/i.exec(header)?.groups ?? {};
  if (first === undefined || last === undefined || first + last === '') return { status: 200 };
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { status: 200 };
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from > to ? { status: 416 } : { status: 206, range: { from, to } };
}
