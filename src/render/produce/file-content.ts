import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { BlockChecksums } from '../media/block-checksums.ts';

/** Bytes of a file that are read at once. */
const READ_BYTES = 2 ** 20;

/** Checks facts about the content of a file. */
export const FileContent = z.object({
  /** Its SHA-256. 64 hexadecimal digits. */
  identity: z.string().regex(/^[0-9a-f]{64}$/),
  /** Its size in bytes. */
  bytes: z.int().min(0),
  /** The checksum of each block. See `BlockChecksums`. Empty unless they were asked for. */
  checksums: z.string(),
});
/** The facts that distinguish the content of a file from every other one. */
export type FileContent = Readonly<z.infer<typeof FileContent>>;

/**
 * Reads local files and describes their contents, by their paths. Skips values that are no path.
 *
 * @param hasChecksums true to compute checksums. They take half as long as the identities.
 */
export async function readContents(
  files: readonly unknown[],
  hasChecksums: boolean,
): Promise<Map<string, FileContent>> {
  const paths = new Set(files.filter((file) => typeof file === 'string'));
  const contents = new Map<string, FileContent>();
  // Streams would take new memory for each part of a file.
  const block = Buffer.allocUnsafe(READ_BYTES);
  for (const path of paths) contents.set(path, await readContent(path, block, hasChecksums));
  return contents;
}

async function readContent(path: string, block: Buffer, hasChecksums: boolean): Promise<FileContent> {
  const hash = createHash('sha256');
  const checksums = new BlockChecksums();
  await using file = await open(path);
  for (let bytes = 0; ;) {
    const { bytesRead } = await file.read(block);
    if (bytesRead === 0) return { identity: hash.digest('hex'), bytes, checksums: checksums.finish() };
    const read = block.subarray(0, bytesRead);
    hash.update(read);
    if (hasChecksums) checksums.update(read);
    bytes += bytesRead;
  }
}
