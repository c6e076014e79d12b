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
 * What a file is and holds. What a file is, its bytes say (contract C31).
 *
 * @throws {KinoraError} `asset_not_media` with the reason; the caller adds which asset it was.
 * @throws {RemoteReadError} when its bytes cannot be had.
 */
export async function probe(file: SourceFile): Promise<Media> {
  const type = await sniff(file);
  if (type.kind === 'vector') {
    // Loaded only when there is one: it draws.
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

/** The demuxer of the one kind of still picture that only FFmpeg reads. */
export const FFMPEG_STILL_DEMUXER = 'bmp_pipe';

/** A file that is media, by its first bytes. */
type MediaFileType = FileType & { readonly kind: 'still' | 'av'; readonly demuxer: string };

/**
 * Reads a file of a type, and says in one phrase why it cannot be read.
 *
 * @throws as {@link probe}.
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
        ? `nothing here decodes the pictures of this ${displayName} file`
        : `the ${displayName} file is damaged or cut off`;
    throw new KinoraError('asset_not_media', `is not a media file that can be read: ${reason}`, {
      cause: error,
    });
  }
}

async function requireTracks(probing: Promise<AvMedia>): Promise<AvMedia> {
  const media = await probing;
  if (!media.video && !media.audio) {
    throw new KinoraError(
      'asset_not_media',
      'is not a media file: it holds neither a picture nor a sound that can be decoded',
    );
  }
  return media;
}
