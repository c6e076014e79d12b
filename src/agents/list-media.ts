import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Maximum number of files in a list, of folders to look into, and of levels below the first folder. */
const MAX_FILES = 100;
const MAX_FOLDERS = 200;
const MAX_DEPTH = 3;
const SKIPPED = ['node_modules'];

/** The extensions of the files that edits use, which agents may list and write. */
export const MEDIA_EXTENSIONS: readonly string[] = [
  ...['.mp4', '.mov', '.webm', '.mkv', '.avi', '.m4v'],
  ...['.gif', '.jpg', '.jpeg', '.png', '.webp', '.bmp', '.tif', '.tiff', '.svg'],
  ...['.mp3', '.m4a', '.wav', '.aac', '.ogg', '.opus', '.flac'],
  ...['.srt', '.vtt', '.ttml', '.json', '.ttf', '.otf', '.woff', '.woff2'],
];

/** The media of a folder. */
interface ListedMedia {
  /** Paths relative to the folder. */
  readonly files: readonly string[];
  /** True if there are more. */
  readonly isCut: boolean;
}

/** Lists the files of a folder that edits can use: media, subtitles, fonts, and edits. Hidden ones are left out. */
export async function listMedia(folder: string): Promise<ListedMedia> {
  const files: string[] = [];
  let waiting = [''];
  let seen = 0;
  for (let depth = 0; depth <= MAX_DEPTH && waiting.length > 0; depth++) {
    const deeper: string[] = [];
    for (const path of waiting) {
      if (files.length > MAX_FILES || (seen += 1) > MAX_FOLDERS)
        return { files: files.slice(0, MAX_FILES), isCut: true };
      // A folder may be closed to this user, or have gone away.
      const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => []);
      for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
        if (entry.name.startsWith('.') || SKIPPED.includes(entry.name)) continue;
        if (entry.isDirectory()) deeper.push(join(path, entry.name));
        else if (entry.isFile() && isMedia(entry.name)) files.push(join(path, entry.name));
      }
    }
    waiting = deeper;
  }
  return { files: files.slice(0, MAX_FILES), isCut: files.length > MAX_FILES || waiting.length > 0 };
}

function isMedia(name: string): boolean {
  return MEDIA_EXTENSIONS.includes(extname(name).toLowerCase());
}
