import type { OutputFile, OutputShape } from './output-file.ts';
import { Mp4Output } from './mp4.ts';

/** The kinds of files that can be made. */
export type Format = 'mp4' | 'gif' | 'mp3' | 'jpg' | 'png' | 'bmp';

/** What a file of each format takes; a still picture takes one. */
export const TAKES: Readonly<Record<Format, { readonly pictures: boolean; readonly sound: boolean }>> = {
  mp4: { pictures: true, sound: true },
  gif: { pictures: true, sound: false },
  mp3: { pictures: false, sound: true },
  jpg: { pictures: true, sound: false },
  png: { pictures: true, sound: false },
  bmp: { pictures: true, sound: false },
};

/** Begins a file. @param path the local file to write; an existing one is replaced. */
export async function openOutput(format: Format, path: string, shape: OutputShape): Promise<OutputFile> {
  switch (format) {
    case 'mp4':
      return Mp4Output.open(path, shape);
    case 'gif':
    case 'mp3':
    case 'jpg':
    case 'png':
    case 'bmp':
      throw new Error(`not written yet: ${format}`);
  }
}
