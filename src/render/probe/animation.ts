import { open } from 'node:fs/promises';
import { playsOf } from '../stills/still.ts';

/** Still pictures by their FFmpeg demuxer that may move, with the demuxer that reads all of their pictures. */
const MOVING: Readonly<Record<string, string>> = { gif: 'gif', webp_pipe: 'webp_anim', apng: 'apng' };

/** Whether pictures that a demuxer reads may move by themselves. */
export function mayMove(demuxer: string): boolean {
  return MOVING[demuxer] !== undefined;
}

/** How a picture moves by itself. */
export interface Animation {
  /** The FFmpeg demuxer that reads all of its pictures. */
  readonly demuxer: string;
  /** How often it plays, 1 or more; `Infinity` for ever. */
  readonly plays: number;
}

/**
 * Whether a picture moves by itself, and how often.
 *
 * @param demuxer the one that reads its first picture.
 * @returns undefined for a still one.
 */
export async function animationOf(path: string, demuxer: string): Promise<Animation | undefined> {
  const moving = MOVING[demuxer];
  if (moving === undefined) return undefined;
  const plays = demuxer === 'apng' ? await apngPlays(path) : await playsOf(path);
  return plays === undefined ? undefined : { demuxer: moving, plays };
}

/** The signature of a PNG and its first chunk take so many bytes. The chunk that makes it move comes soon after. */
const FIRST_CHUNKS = 33;
const HEAD = 64 * 1024;

/** Reads the chunk `acTL`: its number of pictures, and of plays, 0 for ever (APNG specification of the W3C's PNG, 11.3.6.1). */
async function apngPlays(path: string): Promise<number | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
  const bytes = buffer.subarray(0, bytesRead);
  for (let at = FIRST_CHUNKS; at + 16 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') return undefined;
    if (name !== 'acTL') continue;
    if (bytes.readUInt32BE(at + 8) < 2) return undefined;
    return bytes.readUInt32BE(at + 12) || Infinity;
  }
  return undefined;
}
