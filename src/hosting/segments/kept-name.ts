import { createHash } from 'node:crypto';

/** The folder of kept segments in a storage. Its name is no name of a hosted file, so it cannot be downloaded. */
export const SEGMENTS_FOLDER = '.segments';

/** Returns the file name of a kept segment. The owner is a part of it, so that owners share nothing. */
export function nameOfKept(owner: string, identity: string): string {
  return prefixOfKept(owner) + identity;
}

/** Returns the beginning of the file names of an owner. */
export function prefixOfKept(owner: string): string {
  return `${createHash('sha256').update(owner).digest('hex').slice(0, 32)}-`;
}
