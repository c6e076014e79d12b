import { writeFile } from 'node:fs/promises';
import { type Picture, rgbaOf } from '../av/picture.ts';
import { fileOf } from '../av/still-file.ts';
import { writeJpeg } from '../stills/still.ts';
import type { OutputFile, FileShape } from './output-file.ts';
import { JPG_QUALITY } from './quality.ts';

/** The formats of one picture. */
export type StillFormat = 'jpg' | 'png' | 'bmp';

/** A file of one picture, in sRGB and opaque. PNG and BMP are without loss, whatever the quality. */
export class StillOutput implements OutputFile {
  private readonly path: string;
  private readonly format: StillFormat;
  private readonly quality: FileShape['quality'];

  /** @param path the local file to write; an existing one is replaced. */
  constructor(format: StillFormat, path: string, { quality }: Pick<FileShape, 'quality'>) {
    this.format = format;
    this.path = path;
    this.quality = quality;
  }

  async picture(picture: Picture): Promise<void> {
    try {
      await this.write(picture);
    } finally {
      picture.free();
    }
  }

  sound(): Promise<void> {
    throw new Error('A still picture has no sound.');
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  private async write(picture: Picture): Promise<void> {
    if (this.format === 'jpg') await writeJpeg(await rgbaOf(picture), this.path, JPG_QUALITY[this.quality]);
    else await writeFile(this.path, await fileOf(picture, this.format));
  }
}
