import { open } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { type StillPlayback, readPlayback, type StillSize } from '../stills/still.ts';

/**
 * The FFmpeg demuxers of the formats that can be animated. Each key reads only the first frame. Its value
 * reads all frames.
 */
const ANIMATION_DEMUXERS: Readonly<Record<string, string>> = {
  gif: 'gif',
  webp_pipe: 'webp_anim',
  apng: 'apng',
};

/** True if files with this demuxer can be animated. */
export function canBeAnimated(demuxer: string): boolean {
  return ANIMATION_DEMUXERS[demuxer] !== undefined;
}

/** The playback of an animated image. */
export interface AnimationFacts extends StillPlayback {
  /** The FFmpeg demuxer that reads all frames. */
  readonly demuxer: string;
}

/**
 * Maximum number of pixels in all frames together. Preparing that many pixels takes a minute or two. The
 * limit is needed because even a tiny file can have many frames.
 */
const MAX_PIXELS = 4e9;

/**
 * Maximum number of frames. The smallest frame takes some bytes only, but as much time as a small video frame. An
 * animation of ten minutes at 30 frames per second has 18,000.
 */
export const MAX_FRAMES = 20_000;

/**
 * Checks that an animated image does not take too long to prepare.
 *
 * @param size the size of each frame in pixels.
 * @throws {KinoraError} `asset_too_large`. The caller puts the name of the file in front of the message.
 */
export function checkAnimationSize({ width, height }: StillSize, { frameCount }: AnimationFacts): void {
  if (frameCount > MAX_FRAMES)
    throw new KinoraError(
      'asset_too_large',
      `has ${frameCount} frames, but an animated image may have up to ${MAX_FRAMES}`,
    );
  if (width * height * frameCount <= MAX_PIXELS) return;
  throw new KinoraError(
    'asset_too_large',
    `has ${frameCount} frames of ${width}x${height}, but the frames of an animated image must not exceed ${MAX_PIXELS / 1e6} megapixels in total`,
  );
}

/**
 * Reads how an image is animated.
 *
 * @param demuxer the FFmpeg demuxer that reads its first frame.
 * @returns undefined if the image is still.
 */
export async function readAnimation(path: string, demuxer: string): Promise<AnimationFacts | undefined> {
  const moving = ANIMATION_DEMUXERS[demuxer];
  if (moving === undefined) return undefined;
  const play = demuxer === 'apng' ? await readApngPlay(path) : await readPlayback(path);
  return play && { demuxer: moving, ...play };
}

/**
 * Length in bytes of the PNG signature and the first chunk. In an animated PNG, the `acTL` chunk follows soon
 * after.
 */
const FIRST_CHUNKS = 33;
/** Number of bytes at the start of the file in which to search for `acTL`. */
const HEAD = 64 * 1024;

/** Reads the number of frames and of plays (0: forever) from `acTL` (W3C PNG specification, 11.3.6.1). */
async function readApngPlay(path: string): Promise<StillPlayback | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
  const bytes = buffer.subarray(0, bytesRead);
  for (let at = FIRST_CHUNKS; at + 16 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') return undefined;
    if (name !== 'acTL') continue;
    const frameCount = bytes.readUInt32BE(at + 8);
    return frameCount < 2 ? undefined : { frameCount, playCount: bytes.readUInt32BE(at + 12) || Infinity };
  }
  return undefined;
}
