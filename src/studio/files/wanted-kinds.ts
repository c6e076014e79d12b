import { kindOfFile, listExtensions, type MediaKind } from '../media/media-kind.ts';

/** The kinds of files that a place takes, the usual one first. */
export type WantedKinds = readonly MediaKind[];

const NAMES: Readonly<Partial<Record<MediaKind, string>>> = {
  video: 'a video',
  playlist: 'a video',
  image: 'an image',
  drawing: 'an image',
  sound: 'a sound',
  captions: 'a subtitle file',
  font: 'a font',
  lut: 'a lookup table',
};

/** Returns kinds in words: `an image or a video`. */
export function nameKinds(kinds: WantedKinds): string {
  const names = [...new Set(kinds.map((kind) => NAMES[kind] ?? 'a file'))];
  const last = names.pop() ?? 'a file';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}

/** Returns the extensions of files of these kinds, as the file dialog of the computer needs them. */
export function acceptKinds(kinds: WantedKinds): string {
  return listExtensions(kinds)
    .map((extension) => `.${extension}`)
    .join(',');
}

/** The kinds by the first part of a media type, for files whose names say nothing. */
const TYPES: ReadonlyMap<string, MediaKind> = new Map([
  ['video', 'video'],
  ['image', 'image'],
  ['audio', 'sound'],
  ['font', 'font'],
]);

/** Returns the sentence that says why a file of the computer cannot be used in a place. Undefined if it can. */
export function refuseFile(
  { name, type }: Pick<File, 'name' | 'type'>,
  kinds: WantedKinds,
): string | undefined {
  const kind = kindOfFile(name);
  const found = kind === 'other' ? TYPES.get(type.split('/', 1)[0] ?? '') : kind;
  // Of a file that says nothing about itself, the server finds out what it is.
  if (found === undefined ? type === '' : kinds.includes(found)) return undefined;
  return `${name} is not ${nameKinds(kinds)}. Choose a file that ends with ${listEndings(kinds)}.`;
}

/** Endings of a kind that a sentence names. */
const NAMED_ENDINGS = 3;

function listEndings(kinds: WantedKinds): string {
  return kinds
    .flatMap((kind) => listExtensions([kind]).slice(0, NAMED_ENDINGS))
    .map((extension) => `.${extension}`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');
}

/** Returns the sentence that says why a text is not the address of a file. Undefined if it is one. */
export function refuseAddress(text: string): string | undefined {
  const isReference = /^alias:\/\/[\w-]+$/.test(text) || /\{\{\s*[^{}\s][^{}]*\}\}/.test(text);
  if (isReference || /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return undefined;
  return 'This is not an address. It begins with https:// or http://, such as https://example.com/beach.mp4.';
}
