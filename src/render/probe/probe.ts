import { KinoraError } from '../../base/errors.ts';
import { MediaError, present } from '../av/check.ts';
import { probeAv } from '../av/probe.ts';
import type { AnimationMedia, AvMedia, Media, StillMedia } from '../media/media.ts';
import { type SourceFile, Unfetched } from '../media/source-file.ts';
import { checkSize, probeStill } from '../stills/still.ts';
import { animationOf, checkLength } from './animation.ts';
import { type Sniffed, sniff, wholeFile } from './sniff.ts';
import { toldSize } from './told-size.ts';

/**
 * What a file is and holds. What a file is, its bytes say (contract C31).
 *
 * @throws {KinoraError} `asset_not_media` with the reason; the caller adds which asset it was.
 * @throws {Unfetched} when its bytes cannot be had.
 */
export async function probe(file: SourceFile): Promise<Media> {
  if ((await sniff(file)).kind === 'vector') {
    // Loaded only when there is one: it draws.
    const { probeVector } = await import('./vector.ts');
    return probeVector(await wholeFile(file));
  }
  return asMedia(file, async ({ kind, demuxer }) =>
    kind === 'av' ? withTracks(probeAv(file, demuxer)) : probePicture(await wholeFile(file), demuxer),
  );
}

async function probePicture(path: string, demuxer: string): Promise<StillMedia | AnimationMedia> {
  const told = await toldSize(path, demuxer);
  if (told) checkSize(told);
  const animation = await animationOf(path, demuxer);
  if (animation) {
    checkLength(told ?? (await probeStill(path)), animation);
    const { video } = await withTracks(probeAv(path, animation.demuxer));
    if (video) return { kind: 'animation', video, plays: animation.plays };
  }
  if (demuxer !== BY_FFMPEG) return { kind: 'still', path, ...(await probeStill(path)) };
  const { video } = await withTracks(probeAv(path, demuxer));
  const { width, height } = present(video, 'read the picture').stored;
  return { kind: 'still', path, demuxer, width, height };
}

/** The demuxer of the one kind of still picture that only FFmpeg reads. */
export const BY_FFMPEG = 'bmp_pipe';

/** A file that is media, by its first bytes. */
type SniffedMedia = Sniffed & { readonly kind: 'still' | 'av'; readonly demuxer: string };

/**
 * Reads a file in the way that its first bytes ask for, and says in one phrase why it cannot be read.
 *
 * @throws as {@link probe}.
 */
export async function asMedia<Value>(
  file: SourceFile,
  read: (sniffed: SniffedMedia) => Promise<Value>,
): Promise<Value> {
  const { kind, demuxer, shown } = await sniff(file);
  if ((kind !== 'still' && kind !== 'av') || demuxer === undefined)
    throw new KinoraError('asset_not_media', `is not a media file: its content is ${shown}`);
  try {
    return await read({ kind, demuxer, shown });
  } catch (error) {
    if (error instanceof KinoraError || error instanceof Unfetched) throw error;
    const reason =
      error instanceof MediaError && error.lacksDecoder
        ? `nothing here decodes the pictures of this ${shown} file`
        : `the ${shown} file is damaged or cut off`;
    throw new KinoraError('asset_not_media', `is not a media file that can be read: ${reason}`, {
      cause: error,
    });
  }
}

async function withTracks(media: Promise<AvMedia>): Promise<AvMedia> {
  const found = await media;
  if (!found.video && !found.audio) {
    throw new KinoraError(
      'asset_not_media',
      'is not a media file: it holds neither a picture nor a sound that can be decoded',
    );
  }
  return found;
}
