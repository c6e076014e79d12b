import type { FileToSend } from './destination-adapter.ts';

/**
 * What a file is called where it is sent: the name of the edit, else that of the file, with the ending of the file.
 *
 * @param filename of the edit, without an ending; an empty one counts as none.
 */
export function toFileName(
  file: Pick<FileToSend, 'name' | 'suffix'>,
  filename: string | null | undefined,
): string {
  return `${splitPath(filename).join('-') || defaultNameOf(file)}${file.suffix}`;
}

/**
 * As {@link toFileName}, below a folder: `folder/name.mp4`, without a slash at the start. Parts that are empty or lead elsewhere
 * (`.` and `..`) are dropped; a filename may have folders of its own.
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

/** The name of a file, which a client may have chosen for a transfer: never a path. */
function defaultNameOf({ name }: Pick<FileToSend, 'name'>): string {
  return splitPath(name).join('-') || 'file';
}

function splitPath(path: string | null | undefined): string[] {
  return (path ?? '')
    .split(/[/\\]/)
    .map((part) => part.replace(/\p{Cc}/gu, '').trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..');
}

/** A path as it stands in a URL: each part encoded, its slashes kept. */
export function encodePath(path: string): string {
  return path.split('/').map(encodePathSegment).join('/');
}

/** As RFC 3986 has it, which the signatures of providers are made over: JavaScript leaves five more characters as they are. */
function encodePathSegment(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
