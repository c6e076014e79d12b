import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { flushFile, renameFlushed } from '../base/disk/flush.ts';
import { ERRORS, type ErrorCode, KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import type { GeneratedFile } from '../create/model.ts';
import { hasLock, releaseLock, renewLock, takeLock } from './folder-lock.ts';
import {
  type GenerationKey,
  type GenerationLedger,
  type GenerationStatus,
  type HeldGeneration,
  type MakerName,
  RENEW_MS,
} from './ledger.ts';

/** Milliseconds after which an unused result of Kinora itself is forgotten. */
const KEEP_MS = 24 * 3_600_000;

const Word = z.object({
  text: z.string(),
  from: z.number(),
  to: z.number(),
  joined: z.literal(true).optional(),
});

/** The record of one generation: a JSON file. */
const Entry = z.object({
  id: z.string(),
  maker: z.string(),
  status: z.discriminatedUnion('state', [
    z.object({ state: z.enum(['new', 'asking', 'done']) }),
    z.object({ state: z.literal('running'), job: z.object({ id: z.string() }).catchall(z.string()) }),
    z.object({
      state: z.literal('failed'),
      code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(ERRORS, code)),
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
  let preparing: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    await mkdir(folder, { recursive: true });
    await expireEntries(folder);
  };
  return {
    take: async (key, maker) => {
      await (preparing ??= prepare());
      const base = join(folder, nameOf(key));
      const holder = randomUUID();
      const lock = lockOf(base);
      if (!(await takeLock(lock, holder))) return undefined;
      try {
        const entry = await readEntry(base);
        return new HeldFile(base, holder, entry ?? { id: randomUUID(), maker, status: { state: 'new' } });
      } catch (error) {
        await releaseLock(lock, holder);
        throw error;
      }
    },
    load: async (key, to) => {
      const base = join(folder, nameOf(key));
      const entry = await readEntry(base);
      if (entry?.status.state !== 'done' || entry.result === undefined) return undefined;
      const { extension, words, warnings } = entry.result;
      const path = join(to, `${entry.id}${extension}`);
      // Only a missing result may be made again, and not one that has nowhere to go.
      if (!(await ignoreMissing(stat(`${base}${extension}`)))) return undefined;
      await copyFile(`${base}${extension}`, path);
      const now = new Date();
      await ignoreMissing(utimes(`${base}.json`, now, now));
      return { path, extension, words: words as GeneratedFile['words'], warnings };
    },
  };
}

function nameOf({ owner, recipe }: GenerationKey): string {
  return `${owner}-${recipe}`;
}

function lockOf(base: string): string {
  return `${base}.lock`;
}

async function readEntry(base: string): Promise<Entry | undefined> {
  const text = await ignoreMissing(readFile(`${base}.json`, 'utf8'));
  return text === undefined ? undefined : Entry.parse(JSON.parse(text));
}

/**
 * Removes media that Kinora itself has made and that were not used for a day. Results of services stay, because
 * they were paid.
 */
async function expireEntries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.json')) continue;
    const base = join(folder, name.slice(0, -'.json'.length));
    const record = await ignoreMissing(stat(`${base}.json`));
    if (!record || Date.now() - record.mtimeMs < KEEP_MS) continue;
    const text = await ignoreMissing(readFile(`${base}.json`, 'utf8'));
    const { data } = Entry.safeParse(tryParseJson(text ?? ''));
    if (data?.maker === ('built-in' satisfies MakerName)) await removeEntry(base, data);
  }
}

async function removeEntry(base: string, { result }: Entry): Promise<void> {
  const holder = randomUUID();
  if (!(await takeLock(lockOf(base), holder))) return;
  await rm(`${base}.json`, { force: true });
  if (result) await rm(`${base}${result.extension}`, { force: true });
  await releaseLock(lockOf(base), holder);
}

/** A generation that is held by a lock file. */
class HeldFile implements HeldGeneration {
  readonly id: string;
  readonly status: GenerationStatus;
  private readonly base: string;
  private readonly holder: string;
  private readonly maker: string;
  private readonly renewal: NodeJS.Timeout;

  constructor(base: string, holder: string, { id, maker, status }: Entry) {
    this.base = base;
    this.holder = holder;
    this.maker = maker;
    this.id = id;
    this.status = status;
    this.renewal = setInterval(() => {
      // If a renewal fails, the next one may succeed. Each write checks the hold.
      void renewLock(lockOf(base), holder).catch(() => undefined);
    }, RENEW_MS);
  }

  async record(status: Exclude<GenerationStatus, { state: 'done' }>): Promise<void> {
    await this.write({ status });
  }

  async keep({ path, extension, words, warnings }: GeneratedFile): Promise<void> {
    const partial = `${this.base}.${this.id}.partial`;
    await copyFile(path, partial);
    await flushFile(partial);
    await renameFlushed(partial, `${this.base}${extension}`);
    const result = { extension, warnings: [...warnings], ...(words && { words: [...words] }) };
    await this.write({ status: { state: 'done' }, result });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.renewal);
    await releaseLock(lockOf(this.base), this.holder);
  }

  /** Writes the record so that it survives the end of the process and of the machine. */
  private async write(values: Pick<Entry, 'status' | 'result'>): Promise<void> {
    if (!(await hasLock(lockOf(this.base), this.holder)))
      throw new KinoraError('internal', 'Another process has taken over the generation of a file.');
    const partial = `${this.base}.json.partial`;
    const entry = JSON.stringify({ id: this.id, maker: this.maker, ...values });
    await writeFile(partial, entry, { flush: true });
    await renameFlushed(partial, `${this.base}.json`);
  }
}
