import { KinoraError } from '../../base/errors.ts';
import { MissingDecoder } from '../av/check.ts';
import { probeAv } from '../av/input/probe-av.ts';
import type { AvMedia, Media } from '../media/media.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import { probeLut } from './lut.ts';
import { requireTracks } from './require-tracks.ts';
import { type FileType, sniff, fetchWholeFile } from './sniff.ts';

/**
 * Finds out what a file is and what it contains. Only the bytes of the file count, not its name (contract
 * C31).
 *
 * @param encoding label of the encoding of a drawing. If absent, it is found out.
 * @throws {KinoraError} `asset_not_media` or `asset_too_large`. The caller puts the name of the file in front
 *   of the message.
 * @throws {RemoteReadError} if the bytes of the file are unavailable.
 */
export async function probe(file: SourceFile, encoding?: string): Promise<Media> {
  const type = await sniff(file);
  if (type.kind === 'vector') {
    // Loaded on demand, because `vector.ts` loads the drawing modules, which most files do not need.
    const { probeVector } = await import('./vector.ts');
    return probeVector(await fetchWholeFile(file), encoding);
  }
  if (type.kind === 'lottie') {
    // Loaded on demand for the same reason.
    const { probeLottie } = await import('./lottie.ts');
    return probeLottie(await fetchWholeFile(file));
  }
  if (type.kind === 'lut') return probeLut(file, type);
  return readAsMedia(type, async ({ kind, demuxer }) => {
    if (kind === 'av') return requireTracks(probeAv(file, demuxer));
    // Loaded on demand, because it loads libvips, which videos and sounds do not need.
    const { probePicture } = await import('./probe-picture.ts');
    return probePicture(await fetchWholeFile(file), demuxer);
  });
}

/**
 * Finds out what the sound of a local file is. Faster than {@link probe}.
 *
 * @param type the type of the file.
 * @returns undefined if the file has no sound that can be decoded.
 * @throws {KinoraError} the same errors as {@link probe}.
 */
export async function probeSound(path: string, type: FileType): Promise<AvMedia | undefined> {
  if (type.kind !== 'av') return undefined;
  const media = await readAsMedia(type, ({ demuxer }) => probeAv(path, demuxer, 'sound'));
  return media.audio && media;
}

/** The type of a media file. */
type MediaFileType = FileType & { readonly kind: 'still' | 'av'; readonly demuxer: string };

/**
 * Reads a file as media. Converts every failure to an error with a phrase for the client.
 *
 * @throws the same errors as {@link probe}.
 */
export async function readAsMedia<Value>(
  type: FileType,
  read: (type: MediaFileType) => Promise<Value>,
): Promise<Value> {
  const { kind, demuxer, displayName } = type;
  if ((kind !== 'still' && kind !== 'av') || demuxer === undefined)
    throw new KinoraError('asset_not_media', `is not a media file: its content is ${displayName}`);
  try {
    return await read({ kind, demuxer, displayName });
  } catch (error) {
    if (error instanceof KinoraError || error instanceof RemoteReadError) throw error;
    const reason =
      error instanceof MissingDecoder
        ? `Kinora has no decoder for ${error.codec ?? 'a track'} in this ${displayName} file`
        : `the ${displayName} file is damaged or incomplete`;
    throw new KinoraError('asset_not_media', `cannot be read: ${reason}`, { cause: error });
  }
}
