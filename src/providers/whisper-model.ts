import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ErrorCode, KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { download } from '../render/fetch/download.ts';
import { raceWithAbort } from '../base/race-with-abort.ts';
import { openOutbound } from '../outbound/index.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';

/** A whisper.cpp model: a local file, or a file to download once. */
export type WhisperModel =
  | {
      readonly kind: 'file';
      readonly path: string;
      /** Checksum of the file if it was checked before. It identifies the model, wherever the file is. */
      readonly checksum?: string | undefined;
    }
  /** `sha256` in lower-case hexadecimal digits. */
  | { readonly kind: 'url'; readonly url: string; readonly sha256: string };

/** A model file. */
export interface ModelFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** Provides a model file. */
export interface ModelStore {
  /** Returns a text that identifies the model. */
  identity(): Promise<string>;
  /**
   * Returns the model file. If the file is missing, downloads the file first. If the signal aborts, the
   * download continues in the background.
   *
   * @param onProgress called with the progress of the download.
   * @throws {KinoraError} `transcription_failed`, `transcriber_unreachable`, or `cancelled`.
   */
  file(signal: AbortSignal, onProgress: (doing: string) => void): Promise<ModelFile>;
  /** Cancels a running download. */
  close(): Promise<void>;
}

/** Configuration of a model. */
export interface ModelConfig {
  readonly model: WhisperModel;
  /** Folder for downloaded models. Created if missing. */
  readonly folder: string;
  readonly log: Logger;
}

/** Maximum size of a download in bytes. The largest Whisper model has 3.1 GB. */
const MAX_BYTES = 10_000_000_000;
const DOWNLOAD_TIMEOUTS = { connect: 10_000, stall: 60_000, total: 12 * 3_600_000, retry: 1000 };
/** Errors of a download that may be temporary. */
const TEMPORARY_CODES: readonly ErrorCode[] = ['asset_unreachable', 'asset_timed_out'];
const SETTING = 'The speech model of this machine';

/** Opens a model in a local file. */
export function openLocalModel(path: string, checksum?: string): ModelStore {
  const file = async (): Promise<ModelFile & { readonly changed: number }> => {
    const stats = await ignoreMissing(stat(path));
    if (!stats?.isFile())
      throw new KinoraError(
        'transcription_failed',
        `${SETTING} does not exist or is not a file. See "kinora models list" and KINORA_WHISPER_MODEL.`,
        {
          cause: path,
        },
      );
    return { path, size: stats.size, changed: stats.mtimeMs };
  };
  return {
    identity: async () => JSON.stringify(['whisper', checksum ?? (await file())]),
    file,
    close: () => Promise.resolve(),
  };
}

/** Opens a model that is downloaded on first use and checked against its hash. */
export function openDownloadedModel(
  url: string,
  sha256: string,
  { folder, log }: Omit<ModelConfig, 'model'>,
): ModelStore {
  const path = join(folder, `${sha256}.bin`);
  const listeners = new Set<(doing: string) => void>();
  const closing = new AbortController();
  let fetching: Promise<ModelFile> | undefined;

  let lastReport = '';

  const reportProgress = (bytes: number, totalBytes: number | undefined): void => {
    const share =
      totalBytes === undefined
        ? `${Math.floor(bytes / 1e8) / 10} GB`
        : `${Math.floor((bytes / totalBytes) * 10)}0 %`;
    const doing = `Downloading the speech model, ${share}`;
    if (doing === lastReport) return;
    lastReport = doing;
    log.info({}, `${doing}.`);
    for (const listener of listeners) listener(doing);
  };
  async function fetchModel(): Promise<ModelFile> {
    const existing = await ignoreMissing(stat(path));
    if (existing) return { path, size: existing.size };
    await mkdir(folder, { recursive: true });
    const part = join(folder, `${randomUUID()}.part`);
    try {
      await downloadModel(new URL(url), part, { log, onBytes: reportProgress, signal: closing.signal });
      await checkHash(part, sha256);
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
    return { path, size: (await stat(path)).size };
  }

  return {
    identity: () => Promise.resolve(JSON.stringify(['whisper', sha256])),
    async file(signal, onProgress) {
      listeners.add(onProgress);
      try {
        // After a failed download, the next call tries again.
        fetching ??= fetchModel().finally(() => (fetching = undefined));
        return await raceWithAbort(fetching, signal);
      } catch (error) {
        throw signal.aborted ? new KinoraError('cancelled', 'The render was cancelled.') : error;
      } finally {
        listeners.delete(onProgress);
      }
    },
    async close() {
      closing.abort();
      await fetching?.catch(() => undefined);
    },
  };
}

async function downloadModel(
  url: URL,
  file: string,
  options: {
    log: Logger;
    onBytes: (bytes: number, totalBytes: number | undefined) => void;
    signal: AbortSignal;
  },
): Promise<void> {
  const { log, ...request } = options;
  // The host may be private, because the operator chose it.
  const outbound = openOutbound({ allowHosts: [url.hostname], connectTimeoutMs: DOWNLOAD_TIMEOUTS.connect });
  try {
    await download(
      { outbound, maxBytes: MAX_BYTES, timeouts: DOWNLOAD_TIMEOUTS, log },
      { url, file, ...request },
    );
  } catch (error) {
    if (!(error instanceof KinoraError) || error.code === 'cancelled') throw error;
    const code = TEMPORARY_CODES.includes(error.code) ? 'transcriber_unreachable' : 'transcription_failed';
    throw new KinoraError(code, `${SETTING} cannot be downloaded: ${error.message}`, { cause: error });
  } finally {
    await outbound.close();
  }
}

async function checkHash(file: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const found = hash.digest('hex');
  if (found === sha256) return;
  const message = `${SETTING} does not match its hash: the downloaded file has the SHA-256 ${found}.`;
  throw new KinoraError('transcription_failed', message);
}
