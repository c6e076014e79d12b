import { KinoraError } from '../../base/errors.ts';
import { type Inspected, inspectAv, turnedBy } from '../av/inspect.ts';
import type { SourceFile } from '../media/source-file.ts';
import { orientationOf } from '../stills/still.ts';
import { asMedia, BY_FFMPEG } from './probe.ts';
import { sizeOf, wholeFile } from './sniff.ts';

export type { Inspected } from '../av/inspect.ts';

/**
 * Describes a file as ffprobe does. Pictures that are stored turned (EXIF) get the display matrix that videos have for that.
 *
 * @param names what the file is called in the description, and in messages.
 * @throws {KinoraError} `asset_not_media` with a sentence that says what the file is instead.
 * @throws {Unfetched} when its bytes cannot be had.
 */
export async function inspect(
  file: SourceFile,
  names: { readonly filename: string; readonly shown: string },
): Promise<Inspected> {
  try {
    return await asMedia(file, async ({ kind, demuxer }) => {
      const inspected = await inspectAv(file, demuxer, {
        filename: names.filename,
        size: await sizeOf(file),
      });
      const mayBeTurned = kind === 'still' && demuxer !== BY_FFMPEG;
      return mayBeTurned ? turnedBy(inspected, await orientationOf(await wholeFile(file))) : inspected;
    });
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${names.shown} ${error.message}.`, { cause: error });
  }
}
