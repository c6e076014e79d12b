import { writeFile } from 'node:fs/promises';
import type { VideoFrame } from '../av/video/video-frame.ts';
import { toRgba } from '../av/video/convert-frame.ts';
import { encodeStill } from '../av/encode/encode-still.ts';
import { writeJpeg } from '../stills/still.ts';
import type { OutputFile, OutputFileSettings } from './output-file.ts';
import { JPG_QUALITY } from './quality.ts';

/** The formats of still pictures. */
export type StillFormat = 'jpg' | 'png' | 'bmp';

/** Writes a file with a single picture, opaque and in sRGB. PNG and BMP are lossless at every quality. */
export class StillOutput implements OutputFile {
  private readonly path: string;
  private readonly format: StillFormat;
  private readonly quality: OutputFileSettings['quality'];

  /** @param path the local file to write. An existing file is replaced. */
  constructor(format: StillFormat, path: string, { quality }: Pick<OutputFileSettings, 'quality'>) {
    this.format = format;
    this.path = path;
    this.quality = quality;
  }

  async writeFrame(frame: VideoFrame): Promise<void> {
    try {
      await this.write(frame);
    } finally {
      frame.free();
    }
  }

  writeSound(): Promise<void> {
    throw new Error('A still picture has no sound.');
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  private async write(frame: VideoFrame): Promise<void> {
    if (this.format === 'jpg') await writeJpeg(await toRgba(frame), this.path, JPG_QUALITY[this.quality]);
    else await writeFile(this.path, await encodeStill(frame, this.format));
  }
}
