import type { OutputFile, FileShape } from './output-file.ts';
import { GifOutput } from './gif.ts';
import { Mp3Output } from './mp3.ts';
import { Mp4Output } from './mp4.ts';
import { MP3_CEILING, MP4_QUALITY, type Quality } from './quality.ts';
import { StillOutput } from './still.ts';

/** The kinds of files that can be made. */
export type Format = 'mp4' | 'gif' | 'mp3' | 'jpg' | 'png' | 'bmp';

/** Begins a file. @param path the local file to write; an existing one is replaced. */
export async function openOutput(format: Format, path: string, shape: FileShape): Promise<OutputFile> {
  switch (format) {
    case 'mp4':
      return Mp4Output.open(path, shape);
    case 'gif':
      return GifOutput.open(path, shape);
    case 'mp3':
      return Mp3Output.open(path, shape);
    case 'jpg':
    case 'png':
    case 'bmp':
      return new StillOutput(format, path, shape);
  }
}

/** How loud the sound of a file may be before it is encoded, in dBTP. Of no meaning for files without sound. */
export function soundCeiling(format: Format, quality: Quality): number {
  return format === 'mp4' ? MP4_QUALITY[quality].ceiling : MP3_CEILING;
}
