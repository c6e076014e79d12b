import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../base/errors.ts';
import type { GeneratedFile } from '../create/model.ts';
import {
  type GenerationKey,
  type GenerationLedger,
  type GenerationStatus,
  type HeldGeneration,
  HOLD_MS,
  RENEW_MS,
} from './ledger.ts';

const Word = z.object({
  text: z.string(),
  from: z.number(),
  to: z.number(),
  joined: z.literal(true).optional(),
});

/** The record of one generation: a JSON file. */
const Entry = z.object({
  id: z.string(),
  status: z.discriminatedUnion('state', [
    z.object({ state: z.enum(['new', 'asking', 'done']) }),
    z.object({ state: z.literal('running'), job: z.object({ id: z.string() }).catchall(z.string()) }),
    z.object({
      state: z.literal('failed'),
      code: z.custom<ErrorCode>((code) => typeof code === 'string' && code in ERRORS),
      error: z.string(),
      at: z.iso.datetime().transform((text) => new Date(text)),
    }),
  ]),
  result: z
    .object({ extension: z.string(), words: z.array(Word).optional(), warnings: z.array(z.string()) })
    .optional(),
});
type Entry = z.infer<typeof Entry>;

/**
 * Opens the ledger of the commands, which have no database: a folder with a record and a file for each
 * generation.
 */
export function openFolderLedger(folder: string): GenerationLedger {
  return {
    take: async (key) => {
      await mkdir(folder, { recursive: true });
      const base = join(folder, nameOf(key));
      if (!(await lock(base))) return undefined;
      try {
        const entry = await readEntry(base);
        return new HeldFile(base, entry ?? { id: randomUUID(), status: { state: 'new' } });
      } catch (error) {
        await unlock(base);
        throw error;
      }
    },
    load: async (key, to) => {
      const base = join(folder, nameOf(key));
      const entry = await readEntry(base);
      if (entry?.status.state !== 'done' || entry.result === undefined) return undefined;
      const { extension, words, warnings } = entry.result;
      const path = join(to, `${entry.id}${extension}`);
      try {
        await copyFile(`${base}${extension}`, path);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
      return { path, extension, words: words as GeneratedFile['words'], warnings };
    },
  };
}

function nameOf({ owner, recipe }: GenerationKey): string {
  return `${owner}-${recipe}`;
}

/** Creates the lock file of a generation. Removes one whose process has died. Returns false if it is held. */
async function lock(base: string): Promise<boolean> {
  const path = `${base}.lock`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await (await open(path, 'wx')).close();
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age < HOLD_MS) return false;
    await rm(path, { force: true });
  }
  return false;
}

async function unlock(base: string): Promise<void> {
  await rm(`${base}.lock`, { force: true });
}

async function readEntry(base: string): Promise<Entry | undefined> {
  try {
    return Entry.parse(JSON.parse(await readFile(`${base}.json`, 'utf8')));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** A generation that is held by a lock file. */
class HeldFile implements HeldGeneration {
  readonly id: string;
  readonly status: GenerationStatus;
  private readonly base: string;
  private readonly renewal: NodeJS.Timeout;

  constructor(base: string, { id, status }: Entry) {
    this.base = base;
    this.id = id;
    this.status = status;
    this.renewal = setInterval(() => {
      const now = new Date();
      // A missing lock means that the hold is lost. Nothing else depends on its renewal.
      void utimes(`${base}.lock`, now, now).catch(() => undefined);
    }, RENEW_MS);
  }

  async record(status: Exclude<GenerationStatus, { state: 'done' }>): Promise<void> {
    await this.write({ id: this.id, status });
  }

  async keep({ path, extension, words, warnings }: GeneratedFile): Promise<void> {
    const partial = `${this.base}.${this.id}.partial`;
    await copyFile(path, partial);
    await flush(partial);
    await rename(partial, `${this.base}${extension}`);
    const result = { extension, warnings: [...warnings], ...(words && { words: [...words] }) };
    await this.write({ id: this.id, status: { state: 'done' }, result });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.renewal);
    await unlock(this.base);
  }

  /** Writes the record so that it survives the end of the process and of the machine. */
  private async write(entry: Entry): Promise<void> {
    const partial = `${this.base}.json.partial`;
    await using file = await open(partial, 'w');
    await file.writeFile(JSON.stringify(entry));
    await file.sync();
    await rename(partial, `${this.base}.json`);
  }
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}
