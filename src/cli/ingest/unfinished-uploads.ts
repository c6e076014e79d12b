import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { makeFolder } from '../../base/disk/make-folder.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';

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
