import type { FileToSend } from './destination-adapter.ts';

/**
 * Returns the name of a file at its destination: the `filename` of the edit, or else the name of the file,
 * followed by the suffix of the file.
 *
 * @param filename the name from the edit, without an extension. An empty name counts as absent.
 */
export function toFileName(
  file: Pick<FileToSend, 'name' | 'suffix'>,
  filename: string | null | undefined,
): string {
  return `${splitPath(filename).join('-') || defaultNameOf(file)}${file.suffix}`;
}

/**
 * Returns the path of a file at its destination, such as `folder/name.mp4`, without a leading slash. The
 * name comes from {@link toFileName} and may contain folders. Empty segments, `.` and `..` are dropped.
 */
export function toFilePath(
  file: Pick<FileToSend, 'name' | 'suffix'>,
  folder: string | null | undefined,
  filename: string | null | undefined,
): string {
  const names = splitPath(filename);
  const name = names.pop() ?? defaultNameOf(file);
  return [...splitPath(folder), ...names, `${name}${file.suffix}`].join('/');
}

/** Returns the name of a file, without slashes. A client may have chosen it for a transfer. */
function defaultNameOf({ name }: Pick<FileToSend, 'name'>): string {
  return splitPath(name).join('-') || 'file';
}

function splitPath(path: string | null | undefined): string[] {
  return (path ?? '')
    .split(/[/\\]/)
    .map((part) => part.replace(/\p{Cc}/gu, '').trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..');
}

/** Encodes a path for a URL. Encodes each segment and keeps the slashes. */
export function encodePath(path: string): string {
  return path.split('/').map(encodePathSegment).join('/');
}

/**
 * Encodes a segment by RFC 3986, which the signatures of providers require. `encodeURIComponent` leaves five
 * characters unencoded that RFC 3986 reserves.
 */
function encodePathSegment(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
