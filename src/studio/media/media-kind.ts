/** The kind of a file, which decides how the page shows it and how an edit uses it. */
export type MediaKind =
  | 'video'
  | 'image'
  | 'drawing'
  | 'sound'
  | 'captions'
  | 'font'
  | 'lut'
  | 'playlist'
  | 'other';

const KINDS: ReadonlyMap<string, MediaKind> = new Map([
  ...nameAll('video', 'mp4 m4v webm mov mkv avi ogv wmv mpg mpeg ts mts 3gp flv'),
  ...nameAll('image', 'jpg jpeg png gif webp avif bmp tif tiff heic heif apng'),
  ...nameAll('drawing', 'svg'),
  ...nameAll('sound', 'mp3 wav m4a aac ogg oga opus flac aif aiff wma'),
  ...nameAll('captions', 'srt vtt ttml'),
  ...nameAll('font', 'ttf otf woff woff2 ttc'),
  ...nameAll('lut', 'cube'),
  ...nameAll('playlist', 'm3u8'),
]);

/** Returns the extensions of files of some kinds, without dots. */
export function listExtensions(kinds: readonly MediaKind[]): string[] {
  return [...KINDS].filter(([, kind]) => kinds.includes(kind)).map(([extension]) => extension);
}

/** Formats that no or few browsers show, although Kinora reads them. */
const NOT_SHOWN = 'mkv avi wmv mpg mpeg ts mts 3gp flv tif tiff heic heif aif aiff wma';
const UNSHOWN: ReadonlySet<string> = new Set(NOT_SHOWN.split(' '));

const SHOWN: ReadonlySet<MediaKind> = new Set(['video', 'image', 'drawing', 'sound']);

/** Names of the kinds for people. */
export const KIND_TITLES: Readonly<Record<MediaKind, string>> = {
  video: 'Video',
  image: 'Image',
  drawing: 'Drawing',
  sound: 'Sound',
  captions: 'Captions',
  font: 'Font',
  lut: 'Lookup table',
  playlist: 'Stream',
  other: 'File',
};

/** Returns the kind of a file by the extension of its URL or name. */
export function kindOfFile(url: string): MediaKind {
  return KINDS.get(extensionOfFile(url)) ?? 'other';
}

/** True if browsers can usually show a file of this kind. */
export function isShownByBrowsers(url: string): boolean {
  return !UNSHOWN.has(extensionOfFile(url)) && SHOWN.has(kindOfFile(url));
}

/** Returns the extension of a URL or a name in lower case, or an empty text if it has none. */
export function extensionOfFile(url: string): string {
  return /\.(?<extension>[a-z0-9]+)$/i.exec(pathOf(url))?.groups?.['extension']?.toLowerCase() ?? '';
}

/** Returns the name of a file from its URL. */
export function nameOfFile(url: string): string {
  const path = pathOf(url);
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    // A file may be named with a percent sign.
    return name;
  }
}

/** Returns the address at which the browser stores a file of Kinora instead of opening it. */
export function downloadAddressOf(url: string): string {
  const address = new URL(url);
  address.searchParams.set('download', '');
  return address.href;
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}

function nameAll(kind: MediaKind, extensions: string): [extension: string, kind: MediaKind][] {
  return extensions.split(' ').map((extension) => [extension, kind]);
}
