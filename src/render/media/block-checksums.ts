import { crc32 } from 'node:zlib';

/** Length in bytes of the blocks of a file that have checksums. The last block of a file may be shorter. */
export const CHECKED_BYTES: number = 256 * 1024;
/** Length in bytes of a checksum. */
const CHECKSUM_BYTES = 4;

/**
 * Computes the checksum of each block of a file, so that a later reader of a part of the file can see if it is
 * damaged. CRC-32, because it costs little and these files are not forged.
 */
export class BlockChecksums {
  private readonly finished: number[] = [];
  private current = 0;
  /** Number of bytes in the current block. */
  private length = 0;

  /** Adds the next bytes of the file. */
  update(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + CHECKED_BYTES - this.length);
      this.current = crc32(part, this.current);
      this.length += part.length;
      at += part.length;
      if (this.length === CHECKED_BYTES) this.closeBlock();
    }
  }

  /** Ends the file. Returns the checksums as text. */
  finish(): string {
    if (this.length > 0) this.closeBlock();
    const all = Buffer.alloc(this.finished.length * CHECKSUM_BYTES);
    for (const [index, checksum] of this.finished.entries())
      all.writeUInt32LE(checksum, index * CHECKSUM_BYTES);
    return all.toString('base64');
  }

  private closeBlock(): void {
    this.finished.push(this.current);
    this.current = 0;
    this.length = 0;
  }
}

/**
 * True if bytes of a file are what they were when their checksums were computed.
 *
 * @param first index of the block with which the bytes begin. They end with a block, too.
 * @param checksums the text of {@link BlockChecksums.finish}.
 */
export function areIntact(bytes: Buffer, first: number, checksums: string): boolean {
  const found = new BlockChecksums();
  found.update(bytes);
  const known = Buffer.from(checksums, 'base64');
  const computed = Buffer.from(found.finish(), 'base64');
  const from = first * CHECKSUM_BYTES;
  return known.subarray(from, from + computed.length).equals(computed);
}
