import { open } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { MAX_FRAMES } from './animation.ts';

/**
 * Maximum number of pictures in a TIFF file. Libraries read the list of all pictures several times, although only
 * the first picture is shown.
 */
const MAX_PAGES = 1000;

/** Length in bytes of the header of a WebP, before its chunks. */
const RIFF_HEADER = 12;

/** The layout of a list of fields in TIFF and in BigTIFF, in bytes. */
const LAYOUTS = {
  42: { first: 4, count: 2, field: 12, offset: 4 },
  43: { first: 8, count: 8, field: 20, offset: 8 },
} as const;

/**
 * Rejects a TIFF with too many pictures and a WebP with too many frames. Reads only where they are, because
 * libraries take minutes to count them.
 *
 * @param demuxer the FFmpeg demuxer that reads the picture. Files of other formats pass.
 * @throws {KinoraError} `asset_too_large`. The caller puts the name of the file in front of the message.
 */
export async function checkPages(path: string, demuxer: string): Promise<void> {
  const check = CHECKS[demuxer];
  if (!check) return;
  await using file = await open(path);
  await check(async (at, length) => (await file.read(Buffer.alloc(length), 0, length, at)).buffer);
}

/** Reads bytes of a file. Those after its end are zeros. */
type Read = (at: number, length: number) => Promise<Buffer>;

const CHECKS: Readonly<Record<string, (read: Read) => Promise<void>>> = {
  tiff_pipe: checkTiff,
  webp_pipe: checkWebp,
};

/** Walks from chunk to chunk. FFmpeg and libwebp search for every frame from the first one. */
async function checkWebp(read: Read): Promise<void> {
  const end = 8 + (await read(4, 4)).readUInt32LE(0);
  let frames = 0;
  for (let at = RIFF_HEADER; at < end;) {
    const chunk = await read(at, 8);
    if (chunk[0] === 0) return;
    const size = chunk.readUInt32LE(4);
    if (chunk.toString('latin1', 0, 4) === 'ANMF' && ++frames > MAX_FRAMES) {
      const phrase = `has more than ${MAX_FRAMES} frames, but an animated image may have up to ${MAX_FRAMES}`;
      throw new KinoraError('asset_too_large', phrase);
    }
    at += 8 + size + (size % 2);
  }
}

/** Walks from picture to picture. */
async function checkTiff(read: Read): Promise<void> {
  const head = await read(0, 16);
  const isLittle = head.toString('latin1', 0, 2) === 'II';
  const numberIn = (bytes: Buffer): number => {
    const ordered = isLittle ? Buffer.from(bytes).reverse() : bytes;
    return ordered.reduce((value, byte) => value * 256 + byte, 0);
  };
  const version = numberIn(head.subarray(2, 4));
  if (version !== 42 && version !== 43) return;
  const layout = LAYOUTS[version];
  let at = numberIn(head.subarray(layout.first, layout.first + layout.offset));
  // An offset outside of the file reads as zeros, which end the list.
  for (let page = 0; at > 0 && at <= Number.MAX_SAFE_INTEGER; page++) {
    if (page === MAX_PAGES) {
      const phrase = `has more than ${MAX_PAGES} pictures, but a TIFF may have up to ${MAX_PAGES}; use a file with one picture`;
      throw new KinoraError('asset_too_large', phrase);
    }
    const fields = numberIn(await read(at, layout.count));
    at = numberIn(await read(at + layout.count + fields * layout.field, layout.offset));
  }
}
