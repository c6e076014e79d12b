import { requireValue } from '../av/check.ts';
import { probeAv } from '../av/input/probe-av.ts';
import type { AnimationMedia, StillMedia } from '../media/media.ts';
import { refuseHdr } from '../stills/png-profile.ts';
import { checkStillSize, hasAlphaChannel, probeStill } from '../stills/still.ts';
import { checkAnimationSize, readAnimation } from './animation.ts';
import { checkPages } from './check-pages.ts';
import { readHeaderSize } from './read-header-size.ts';
import { requireTracks } from './require-tracks.ts';
import { FFMPEG_STILL_DEMUXER } from './sniff.ts';

/**
 * Reads the facts about a picture.
 *
 * @param demuxer the FFmpeg demuxer for the picture, chosen from its first bytes.
 * @throws {KinoraError} `asset_not_media` or `asset_too_large`. The caller puts the name of the file in front
 *   of the message.
 * @throws {MediaError} or the error of sharp if the picture cannot be read.
 */
export async function probePicture(path: string, demuxer: string): Promise<StillMedia | AnimationMedia> {
  await checkPages(path, demuxer);
  await refuseHdr(path);
  const size = await readHeaderSize(path, demuxer);
  if (size) checkStillSize(size);
  const animation = await readAnimation(path, demuxer);
  if (animation) {
    checkAnimationSize(size ?? (await probeStill(path)), animation);
    const { video } = await requireTracks(probeAv(path, animation.demuxer));
    if (video) return { kind: 'animation', video, playCount: animation.playCount };
  }
  if (demuxer !== FFMPEG_STILL_DEMUXER) {
    return { kind: 'still', path, ...(await probeStill(path)), alpha: await hasAlphaChannel(path) };
  }
  const { video } = await requireTracks(probeAv(path, demuxer));
  const { width, height } = requireValue(video, 'read the picture').stored;
  return { kind: 'still', path, demuxer, width, height };
}
