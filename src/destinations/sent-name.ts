import type { SentFile } from './destination.ts';

/**
 * What a file is called where it is sent: the name of the edit, else that of the file, with the ending of the file.
 *
 * @param filename of the edit, without an ending; an empty one counts as none.
 */
export function sentName(
  file: Pick<SentFile, 'name' | 'ending'>,
  filename: string | null | undefined,
): string {
  return `${pathParts(filename).join('-') || ownName(file)}${file.ending}`;
}

/**
 * As {@link sentName}, below a folder: `folder/name.mp4`, without a slash at the start. Parts that are empty or lead elsewhere
 * (`.` and `..`) are dropped; a filename may have folders of its own.
 */
export function sentPath(
  file: Pick<SentFile, 'name' | 'ending'>,
  folder: string | null | undefined,
  filename: string | null | undefined,
): string {
  const names = pathParts(filename);
  const name = names.pop() ?? ownName(file);
  return [...pathParts(folder), ...names, `${name}${file.ending}`].join('/');
}

/** The name of a file, which a client may have chosen for a transfer: never a path. */
function ownName({ name }: Pick<SentFile, 'name'>): string {
  return pathParts(name).join('-') || 'file';
}

function pathParts(path: string | null | undefined): string[] {
  return (path ?? '')
    .split(/[/\\]/)
    .map((part) => part.replace(/\p{Cc}/gu, '').trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..');
}

/** A path as it stands in a URL: each part encoded, its slashes kept. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodedPart).join('/');
}

/** As RFC 3986 has it, which the signatures of providers are made over: JavaScript leaves five more characters as they are. */
function encodedPart(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
