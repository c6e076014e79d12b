import { statfs } from 'node:fs/promises';
import { createDiskFullError } from '../base/errors.ts';
import type { RestorePlace } from './restore-places.ts';

/** Bytes that an empty database needs, and its growth. */
const DATABASE_BYTES = 150e6;

/**
 * Checks that the disks of a restore have room. Everything is unpacked beside the present files.
 *
 * @param home where the database and the secrets go.
 * @param files where the stored files go, if the backup has them.
 * @param bytes size of the stored files.
 * @throws {KinoraError} `disk_full`.
 */
export async function checkRoom(
  home: RestorePlace,
  files: RestorePlace | undefined,
  bytes: number,
): Promise<void> {
  const needs = [{ folder: home.folder, needed: DATABASE_BYTES }];
  if (files !== undefined) needs.push({ folder: files.folder, needed: DATABASE_BYTES + bytes });
  for (const { folder, needed } of needs) {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free >= needed) continue;
    throw createDiskFullError(
      undefined,
      `The disk of ${folder} has ${toMegabytes(free)} MB left, and the restore needs ${toMegabytes(needed)} MB. Nothing was changed. Make space, or choose another folder.`,
    );
  }
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}
