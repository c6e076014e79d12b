import type { FileBytes } from './file-bytes.ts';

/** Length in bytes of the header of the file, and of an image. Both end with a field about colours. */
const [HEADER, IMAGE] = [13, 10];
/** The first bytes of the blocks. */
const [EXTENSION_MARK, IMAGE_MARK] = [0x21, 0x2c];

/**
 * Maximum number of blocks to read. A file with more of them has more frames than are allowed, or pieces of a few
 * bytes, and counts as complete.
 */
const MAX_BLOCKS = 100_000;
const MAX_PIECES = 1_000_000;

/** True if no block of a GIF file is cut off. The last byte may be missing, as players do not need it. */
export function hasAllBlocks(bytes: FileBytes): boolean {
  let at = HEADER + colourBytes(bytes.read(0, HEADER)[10]);
  for (let block = 0; at < bytes.size; block++) {
    if (block > MAX_BLOCKS) return true;
    const [mark] = bytes.read(at, 1);
    if (mark === IMAGE_MARK) at = skipData(bytes, at + IMAGE + colourBytes(bytes.read(at, IMAGE)[9]) + 1);
    else if (mark === EXTENSION_MARK) at = skipData(bytes, at + 2);
    else return true;
  }
  return at === bytes.size;
}

/** Returns the length of the colour table that a field announces: three bytes for each colour. */
function colourBytes(field = 0): number {
  return (field & 0x80) === 0 ? 0 : 3 * 2 ** ((field & 7) + 1);
}

/** Returns the end of a series of pieces, each with its length before it. The last one is empty. */
function skipData(bytes: FileBytes, from: number): number {
  let at = from;
  for (let piece = 0; piece < MAX_PIECES; piece++) {
    const [length] = bytes.read(at, 1);
    if (length === undefined) return Infinity;
    at += 1 + length;
    if (length === 0) return at;
  }
  return bytes.size;
}
