import { stat, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, resolve, join } from 'node:path';
import { showInLine } from '../../base/text/show-controls.ts';
import { KinoraError } from '../../base/errors.ts';
import { errorCodeOf } from '../../base/error-code.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { makeFolder } from '../../base/disk/make-folder.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';

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

const UploadRecord = z.strictObject({
  /** Id of the source. */
  id: z.string().min(1),
  /** Address of the upload. */
  url: z.string(),
  /** True if all bytes have arrived. */
  isComplete: z.boolean(),
});

/** An upload that a command has begun, remembered until the command has ended. */
export type UploadRecord = z.infer<typeof UploadRecord>;

/** The memory of the uploads that were stopped, so that the same command continues them. */
export class UnfinishedUploads {
  private readonly folder: string;

  /** @param folder created if missing. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Finds an upload that was stopped. A damaged record counts as none.
   *
   * @param identity everything that makes two uploads the same one. Plain JSON.
   */
  async find(identity: object): Promise<UploadRecord | undefined> {
    const text = await ignoreMissing(readFile(this.pathOf(identity), 'utf8'));
    return text === undefined ? undefined : UploadRecord.safeParse(tryParseJson(text)).data;
  }

  /** Remembers an upload. @throws {KinoraError} `invalid_setting` if the folder is not writable. */
  async keep(identity: object, record: UploadRecord): Promise<void> {
    try {
      await makeFolder(this.folder, 0o700);
      await writeFile(this.pathOf(identity), JSON.stringify(record), { mode: 0o600 });
    } catch (error) {
      const message = `${this.folder} is not writable, but it must remember the upload. Set KINORA_HOME to a folder of your own.`;
      throw new KinoraError('invalid_setting', message, { cause: error });
    }
  }

  /** Forgets an upload. */
  async remove(identity: object): Promise<void> {
    await rm(this.pathOf(identity), { force: true });
  }

  private pathOf(identity: object): string {
    const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
    return join(this.folder, `${hash}.json`);
  }
}
