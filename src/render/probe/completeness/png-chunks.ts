import type { FileBytes } from './file-bytes.ts';

/** Length in bytes of the signature, of the header of a chunk, and of its checksum. */
const [SIGNATURE, HEADER, CHECKSUM] = [8, 8, 4];

/** True if a PNG file has its last chunk. */
export function hasLastChunk(bytes: FileBytes): boolean {
  for (let at = SIGNATURE; at + HEADER + CHECKSUM <= bytes.size;) {
    const header = bytes.read(at, HEADER);
    if (header.toString('latin1', 4) === 'IEND') return true;
    at += HEADER + header.readUInt32BE(0) + CHECKSUM;
  }
  return false;
}
