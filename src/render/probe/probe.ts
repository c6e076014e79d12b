import { KinoraError } from '../../base/errors.ts';
import { MediaError, requireValue } from '../av/check.ts';
import { probeAv } from '../av/input/probe-av.ts';
import type { AnimationMedia, AvMedia, Media, StillMedia } from '../media/media.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import { checkStillSize, probeStill } from '../stills/still.ts';
import { readAnimation, checkAnimationSize } from './animation.ts';
import { type FileType, sniff, fetchWholeFile } from './sniff.ts';
import { readHeaderSize } from './read-header-size.ts';

/**
 * Finds out what a file is and what it contains. Only the bytes of the file count, not its name (contract
 * C31).
 *
 * @throws {KinoraError} `asset_not_media` or `asset_too_large`. The caller puts the name of the file in front
 *   of the message.
 * @throws {RemoteReadError} if the bytes of the file are unavailable.
 */
export async function probe(file: SourceFile): Promise<Media> {
  const type = await sniff(file);
  if (type.kind === 'vector') {
    // Loaded on demand, because `vector.ts` loads the drawing modules, which most files do not need.
    const { probeVector } = await import('./vector.ts');
    return probeVector(await fetchWholeFile(file));
  }
  return readAsMedia(type, async ({ kind, demuxer }) =>
    kind === 'av' ? requireTracks(probeAv(file, demuxer)) : probePicture(await fetchWholeFile(file), demuxer),
  );
}

async function probePicture(path: string, demuxer: string): Promise<StillMedia | AnimationMedia> {
  const size = await readHeaderSize(path, demuxer);
  if (size) checkStillSize(size);
  const animation = await readAnimation(path, demuxer);
  if (animation) {
    checkAnimationSize(size ?? (await probeStill(path)), animation);
    const { video } = await requireTracks(probeAv(path, animation.demuxer));
    if (video) return { kind: 'animation', video, playCount: animation.playCount };
  }
  if (demuxer !== FFMPEG_STILL_DEMUXER) return { kind: 'still', path, ...(await probeStill(path)) };
  const { video } = await requireTracks(probeAv(path, demuxer));
  const { width, height } = requireValue(video, 'read the picture').stored;
  return { kind: 'still', path, demuxer, width, height };
}

/** The FFmpeg demuxer of BMP, the only still format that sharp cannot read. */
export const FFMPEG_STILL_DEMUXER = 'bmp_pipe';

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
      error instanceof MediaError && error.lacksDecoder
        ? `there is no decoder for the pictures of this ${displayName} file`
        : `the ${displayName} file is damaged or incomplete`;
    throw new KinoraError('asset_not_media', `cannot be read: ${reason}`, { cause: error });
  }
}

async function requireTracks(probing: Promise<AvMedia>): Promise<AvMedia> {
  const media = await probing;
  if (!media.video && !media.audio) {
    throw new KinoraError(
      'asset_not_media',
      'is not a media file: it contains no picture or sound that can be decoded',
    );
  }
  return media;
}
