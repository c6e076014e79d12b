import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { showInLine } from '../../base/text/show-controls.ts';
import { KinoraError } from '../../base/errors.ts';
import { errorCodeOf } from '../../base/error-code.ts';

/** A file to upload. */
export interface LocalFile {
  /** Absolute path. */
  readonly path: string;
  /** Name without folders. */
  readonly name: string;
  /** The name as it is printed, in one line. */
  readonly shown: string;
  /** Bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly changed: number;
}

/**
 * Finds the files to upload.
 *
 * @param paths paths relative to the folder `cwd`.
 * @throws {KinoraError} `not_found` with one line for each path that is not a file with content.
 */
export async function findFiles(paths: readonly string[], cwd: string): Promise<LocalFile[]> {
  const outcomes = await Promise.allSettled(paths.map((path) => findFile(path, cwd)));
  const problems = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Error] : [],
  );
  if (problems.length > 0)
    throw new KinoraError('not_found', problems.map(({ message }) => message).join('\n'));
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

async function findFile(given: string, cwd: string): Promise<LocalFile> {
  const shown = showInLine(given);
  if (/^https?:\/\//i.test(shown)) {
    const message = `${shown} is a URL, but this command uploads files from the disk. Send the URL to POST /ingest/v1/sources.`;
    throw new KinoraError('not_found', message);
  }
  const path = resolve(cwd, given);
  const found = await stat(path).catch((error: unknown) => {
    const reason =
      errorCodeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${errorCodeOf(error)})`;
    throw new KinoraError('not_found', `${shown} ${reason}.`, { cause: error });
  });
  if (found.isDirectory()) throw new KinoraError('not_found', `${shown} is a folder. Name the files in it.`);
  if (!found.isFile()) throw new KinoraError('not_found', `${shown} is not a file.`);
  if (found.size === 0) throw new KinoraError('not_found', `${shown} is empty.`);
  const name = basename(path);
  return { path, name, shown: showInLine(name), size: found.size, changed: found.mtimeMs };
}

/** True if a file is no longer as it was found. */
export async function hasChanged({ path, size, changed }: LocalFile): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.size !== size || found.mtimeMs !== changed;
}
