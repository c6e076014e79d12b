import { extname } from 'node:path';
import { lookup } from 'mime-types';

const UNKNOWN = 'application/octet-stream';

/**
 * The file extensions with a media type. All other files are plain bytes, so that a browser never runs a page
 * or a script that a client has transferred to Kinora.
 */
const ENDINGS: ReadonlySet<string> = new Set(
  [
    'mp4 m3u8 m4v mov 3gp ogv ts mts m2ts mpg mpeg flv webm mkv avi',
    'mp3 m4a aac wav ogg oga opus mp2 m4b aif aiff flac',
    'jpg jpeg png apng avif gif bmp webp tif tiff svg',
    'srt vtt ttml txt pdf json zip',
  ].flatMap((endings) => endings.split(' ').map((ending) => `.${ending}`)),
);

/** Types that replace those of `mime-types`, mostly standard names in place of `x-` names. */
const OWN_TYPES: Readonly<Record<string, string>> = {
  '.m4v': 'video/mp4',
  '.aif': 'audio/aiff',
  '.aiff': 'audio/aiff',
  '.flac': 'audio/flac',
  // Texts are UTF-8, which a browser does not know otherwise.
  '.txt': 'text/plain; charset=utf-8',
  // Not `image/apng`: with `image/png`, clients without support for animated PNGs show the first frame.
  '.apng': 'image/png',
};

/** Returns the media type of a file by its extension. */
export function mediaTypeOf(name: string): string {
  const ending = extname(name).toLowerCase();
  if (!ENDINGS.has(ending)) return UNKNOWN;
  return OWN_TYPES[ending] ?? (lookup(ending) || UNKNOWN);
}

/**
 * True unless a browser only shows or plays files of a type: images of pixels, sounds and videos. All else, such as
 * anything in XML, may have a script.
 */
export function mayHaveScripts(type: string): boolean {
  return !/^(?:audio|image|video)\/[^+]+$/.test(type);
}

/** The types of texts that are sent with their charset. Kinora writes and expects them in UTF-8. */
const TEXTS: readonly string[] = [
  'image/svg+xml',
  'application/x-subrip',
  'text/vtt',
  'application/ttml+xml',
];

/** Returns the `content-type` of a hosted file by its extension: its media type, and the charset of a text. */
export function contentTypeOf(name: string): string {
  const type = mediaTypeOf(name);
  return TEXTS.includes(type) ? `${type}; charset=utf-8` : type;
}
