import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDiskFull } from '../base/disk/disk-full.ts';
import { errorCodeOf } from '../base/error-code.ts';
import { createDiskFullError, KinoraError } from '../base/errors.ts';

/**
 * Does work in a new folder for temporary files, and removes the folder.
 *
 * @throws {KinoraError} `invalid_setting` or `disk_full`, with what to do, if TMPDIR is why the work fails.
 */
export async function useTemporaryFolder<Outcome>(
  work: (folder: string) => Promise<Outcome>,
): Promise<Outcome> {
  const parent = tmpdir();
  let folder: string;
  try {
    folder = await mkdtemp(join(parent, 'kinora-doctor-'));
  } catch (error) {
    if (isDiskFull(error)) throw await createFullError(parent, error);
    throw new KinoraError(
      'invalid_setting',
      `Temporary files cannot be made in ${parent} (${errorCodeOf(error) ?? 'unknown reason'}). Set TMPDIR to a folder that exists and that this user can write to.`,
      { cause: error },
    );
  }
  try {
    return await work(folder);
  } catch (error) {
    throw isDiskFull(error) ? await createFullError(parent, error) : error;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function createFullError(parent: string, cause: unknown): Promise<KinoraError> {
  const { bavail, bsize } = await statfs(parent);
  const free = `${Math.floor((bavail * bsize) / 1e6)} MB`;
  return createDiskFullError(
    cause,
    `A disk is full. Temporary files are in ${parent}, which has ${free} left. Make room there and in KINORA_HOME, or set TMPDIR to a folder on a larger disk.`,
  );
}
