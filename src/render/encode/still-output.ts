import { writeFile } from 'node:fs/promises';
import type { VideoFrame } from '../av/video/video-frame.ts';
import { toRgba } from '../av/video/convert-frame.ts';
import { encodeStill } from '../av/encode/encode-still.ts';
import { encodeJpeg } from '../stills/still.ts';
import type { OutputFile, OutputFileSettings } from './output-file.ts';
import { JPG_QUALITY, type Quality } from './quality.ts';

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
    await writeFile(this.path, await encodePicture(frame, this.format, this.quality));
  }
}

/** Encodes a composed frame in full colour as an image file. Returns the bytes of the file. */
export async function encodePicture(
  frame: VideoFrame,
  format: StillFormat,
  quality: Quality,
): Promise<Buffer> {
  if (format !== 'jpg') return encodeStill(frame, format);
  return encodeJpeg(await toRgba(frame), JPG_QUALITY[quality]);
}
