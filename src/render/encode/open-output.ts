import type { OutputFile, OutputFileSettings } from './output-file.ts';
import { GifOutput } from './gif-output.ts';
import { Mp3Output } from './mp3-output.ts';
import { Mp4Output } from './mp4-output.ts';
import { MP3_SOUND_CEILING, MP4_QUALITY, type Quality } from './quality.ts';
import { StillOutput } from './still-output.ts';

/** The supported output formats. */
export type OutputFormat = 'mp4' | 'gif' | 'mp3' | 'jpg' | 'png' | 'bmp';

/**
 * Opens an output file.
 *
 * @param path the local file to write. An existing file is replaced.
 */
export async function openOutput(
  format: OutputFormat,
  path: string,
  shape: OutputFileSettings,
): Promise<OutputFile> {
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

/**
 * Returns the maximum true peak of the sound before encoding, in dBTP. Meaningless for files without sound.
 */
export function soundCeilingOf(format: OutputFormat, quality: Quality): number {
  return format === 'mp4' ? MP4_QUALITY[quality].ceiling : MP3_SOUND_CEILING;
}
