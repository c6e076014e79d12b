import { KinoraError } from '../../base/errors.ts';
import { type FfprobeReport, inspectAv, addOrientation } from '../av/inspect/inspect-av.ts';
import type { SourceFile } from '../media/source-file.ts';
import { readOrientation } from '../stills/still.ts';
import { checkPages } from './check-pages.ts';
import { readAsMedia } from './probe.ts';
import { FFMPEG_STILL_DEMUXER, fetchWholeFile, sizeOf, sniff } from './sniff.ts';

export type { FfprobeReport } from '../av/inspect/inspect-av.ts';

/**
 * Describes a file as ffprobe does. Reports the EXIF orientation of a picture as the display matrix that a
 * video would have.
 *
 * @param names the name of the file in the description, and in messages.
 * @throws {KinoraError} `asset_not_media` with a sentence that says what the file is instead.
 * @throws {RemoteReadError} if the bytes of the file are unavailable.
 */
export async function inspectFile(
  file: SourceFile,
  names: { readonly filename: string; readonly displayName: string },
): Promise<FfprobeReport> {
  try {
    return await readAsMedia(await sniff(file), async ({ kind, demuxer }) => {
      const inspected = await inspectAv(file, demuxer, {
        filename: names.filename,
        size: await sizeOf(file),
      });
      if (kind === 'still') await checkPages(await fetchWholeFile(file), demuxer);
      const canBeRotated = kind === 'still' && demuxer !== FFMPEG_STILL_DEMUXER;
      return canBeRotated
        ? addOrientation(inspected, await readOrientation(await fetchWholeFile(file)))
        : inspected;
    });
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${names.displayName} ${error.message}.`, { cause: error });
  }
}
