import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ErrorCode, ERRORS, KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { TranscribedWord } from '../base/transcribed-word.ts';
import type { GeneratedFile } from '../create/model.ts';
import type { Storage } from '../hosting/storage.ts';
import type { Database } from '../store/database.ts';
import {
  findStageOfOwner,
  type GenerationHolder,
  type GenerationRow,
  type GenerationValues,
  releaseGeneration,
  renewGeneration,
  setGeneration,
  takeGeneration,
  useGeneration,
} from '../store/generation/generations.ts';
import type { ProviderJob } from './generation-provider.ts';
import {
  type GenerationLedger,
  type GenerationStatus,
  type HeldGeneration,
  HOLD_MS,
  RENEW_MS,
} from './ledger.ts';

/** Milliseconds for which the record of a step waits for a database that is away. */
const RECORD_LIMIT_MS = 10 * 60_000;

/** The parts of a ledger in the database. */
interface DatabaseLedgerParts {
  readonly database: Pick<Database, 'tables' | 'retryUntilAvailable'>;
  /** Keeps the results. */
  readonly storage: Pick<Storage, 'put' | 'open'>;
  readonly log: Logger;
}

/** Opens the ledger of a server and its workers: rows in the database, and files in the storage. */
export function openDatabaseLedger(parts: DatabaseLedgerParts): GenerationLedger {
  const { storage } = parts;
  const { tables } = parts.database;
  return {
    take: async (key, maker) => {
      const holder = randomUUID();
      const row = await takeGeneration(tables, key, maker, holder, HOLD_MS);
      return row && new HeldRow(parts, row, holder);
    },
    load: async (key, folder) => {
      const row = await useGeneration(tables, key);
      if (row === undefined || row.file === null) return undefined;
      const extension = extname(row.file);
      const path = join(folder, `${row.id}${extension}`);
      if (!(await download(storage, row.file, path))) return undefined;
      const words = row.words === null ? undefined : (JSON.parse(row.words) as TranscribedWord[]);
      return { path, extension, words, warnings: JSON.parse(row.warnings ?? '[]') as string[] };
    },
  };
}

/** Copies a stored file to a local path. Returns false if it does not exist. */
async function download(storage: Pick<Storage, 'open'>, file: string, path: string): Promise<boolean> {
  try {
    await pipeline(await storage.open(file), createWriteStream(path));
    return true;
  } catch (error) {
    if (error instanceof KinoraError && error.code === 'not_found') return false;
    throw error;
  }
}

/** A generation that is held by a row in the database. */
class HeldRow implements HeldGeneration {
  readonly id: string;
  readonly status: GenerationStatus;
  private readonly parts: DatabaseLedgerParts;
  private readonly row: GenerationRow;
  private readonly holder: GenerationHolder;
  private readonly renewal: NodeJS.Timeout;

  constructor(parts: DatabaseLedgerParts, row: GenerationRow, holder: string) {
    this.parts = parts;
    this.row = row;
    this.id = row.id;
    this.status = toStatus(row);
    this.holder = { id: row.id, holder };
    this.renewal = setInterval(() => void this.renew(), RENEW_MS);
  }

  async record(status: Exclude<GenerationStatus, { state: 'done' }>): Promise<void> {
    await this.write(toValues(status));
  }

  async keep({ path, extension, words, warnings }: GeneratedFile): Promise<void> {
    const { storage, database } = this.parts;
    const { owner, id } = this.row;
    const file = `${await findStageOfOwner(database.tables, owner)}/${owner}/${id}${extension}`;
    await storage.put(file, path);
    await this.write({
      state: 'done',
      file,
      words: words ? JSON.stringify(words) : null,
      warnings: JSON.stringify(warnings),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.renewal);
    try {
      await releaseGeneration(this.parts.database.tables, this.holder);
    } catch (error) {
      // The hold expires, and this error must not replace that of the work.
      this.parts.log.warn({ err: error, generation: this.id }, 'Could not release a generation.');
    }
  }

  private async write(values: GenerationValues): Promise<void> {
    const { tables, retryUntilAvailable } = this.parts.database;
    const limitMs = RECORD_LIMIT_MS;
    // If its worker seems dead meanwhile, the next attempt removes the file, so storing it cannot be repeated.
    if (await retryUntilAvailable(() => setGeneration(tables, this.holder, values), { limitMs })) return;
    throw new KinoraError('internal', 'Another process has taken over the generation of a file.');
  }

  private async renew(): Promise<void> {
    try {
      await renewGeneration(this.parts.database.tables, this.holder, HOLD_MS);
    } catch (error) {
      this.parts.log.warn({ err: error, generation: this.id }, 'Could not renew the hold of a generation.');
    }
  }
}

function toStatus({ state, job, error_code, error, used }: GenerationRow): GenerationStatus {
  if (state === 'running') return { state, job: JSON.parse(job ?? '{}') as ProviderJob };
  if (state === 'failed') return { state, code: toErrorCode(error_code), error: error ?? '', at: used };
  return { state };
}

function toErrorCode(text: string | null): ErrorCode {
  return text !== null && Object.hasOwn(ERRORS, text) ? (text as ErrorCode) : 'internal';
}

function toValues(status: Exclude<GenerationStatus, { state: 'done' }>): GenerationValues {
  const { state } = status;
  if (state === 'running') return { state, job: JSON.stringify(status.job) };
  if (state !== 'failed') return { state };
  return { state, error_code: status.code, error: status.error.replaceAll('\0', '') };
}
