import { open } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { type StillPlayback, readPlayback, type StillSize } from '../stills/still.ts';

/** Still pictures by their FFmpeg demuxer that may move, with the demuxer that reads all of their pictures. */
const ANIMATION_DEMUXERS: Readonly<Record<string, string>> = {
  gif: 'gif',
  webp_pipe: 'webp_anim',
  apng: 'apng',
};

/** Whether pictures that a demuxer reads may move by themselves. */
export function canBeAnimated(demuxer: string): boolean {
  return ANIMATION_DEMUXERS[demuxer] !== undefined;
}

/** How a picture moves by itself. */
export interface AnimationFacts extends StillPlayback {
  /** The FFmpeg demuxer that reads all of its pictures. */
  readonly demuxer: string;
}

/** Pixels of all pictures together: a minute or two of preparing. A few kilobytes may hold very many empty ones. */
const MAX_PIXELS = 4e9;

/**
 * Refuses what would take too long to prepare.
 *
 * @param size of each picture.
 * @throws {KinoraError} `asset_too_large`, its message without the name of the file.
 */
export function checkAnimationSize(
  { width, height }: StillSize,
  { frameCount: pictures }: AnimationFacts,
): void {
  if (width * height * pictures <= MAX_PIXELS) return;
  throw new KinoraError(
    'asset_too_large',
    `has ${pictures} pictures of ${width}x${height}, but all pictures of an animated image together may have up to ${MAX_PIXELS / 1e6} megapixels`,
  );
}

/**
 * Whether a picture moves by itself, and how often.
 *
 * @param demuxer the one that reads its first picture.
 * @returns undefined for a still one.
 */
export async function readAnimation(path: string, demuxer: string): Promise<AnimationFacts | undefined> {
  const moving = ANIMATION_DEMUXERS[demuxer];
  if (moving === undefined) return undefined;
  const play = demuxer === 'apng' ? await readApngPlay(path) : await readPlayback(path);
  return play && { demuxer: moving, ...play };
}

/** The signature of a PNG and its first chunk take so many bytes. The chunk that makes it move comes soon after. */
const FIRST_CHUNKS = 33;
const HEAD = 64 * 1024;

/** Reads the chunk `acTL`: its number of pictures, and of plays, 0 for ever (APNG specification of the W3C's PNG, 11.3.6.1). */
async function readApngPlay(path: string): Promise<StillPlayback | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
  const bytes = buffer.subarray(0, bytesRead);
  for (let at = FIRST_CHUNKS; at + 16 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') return undefined;
    if (name !== 'acTL') continue;
    const pictures = bytes.readUInt32BE(at + 8);
    return pictures < 2
      ? undefined
      : { frameCount: pictures, playCount: bytes.readUInt32BE(at + 12) || Infinity };
  }
  return undefined;
}
