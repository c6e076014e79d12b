import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { flushFile, renameFlushed } from '../../base/disk/flush.ts';
import { KinoraError } from '../../base/errors.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { makeFolder } from '../../base/disk/make-folder.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';
import { openOutbound, retry } from '../../outbound/index.ts';
import { attemptDownload, type DownloadJob, type Validators } from '../../render/fetch/download-attempt.ts';
import { chooseModel, type InstalledModel, partOf, partVersionOf } from './installed-models.ts';
import { fileNameOf, type SpeechModel } from './speech-models.ts';

/** A download of a model. */
export interface ModelDownload {
  readonly model: SpeechModel;
  /** Folder for models. Created if missing. */
  readonly folder: string;
  /** URL of the folder that has the files of the models. */
  readonly address: URL;
  readonly signal: AbortSignal;
  /** Called with the number of bytes so far. The second argument is the size of the file, if known. */
  readonly onBytes?: ((bytes: number, totalBytes: number | undefined) => void) | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;
const STALL_TIMEOUT_MS = 60_000;
const TOTAL_TIMEOUT_MS = 12 * 3_600_000;
const RETRIES = { attempts: 4, firstPauseMs: 1000, maxPauseMs: 10_000 };
/** Maximum size of a model in bytes. The largest has 3.1 GB. */
const MAX_BYTES = 4_000_000_000;

const Version = z.object({ etag: z.string().optional(), lastModified: z.string().optional() });

/**
 * Downloads a model and moves it into its place if its checksum is right. Continues an earlier download that was
 * interrupted, if the server supports it.
 *
 * @returns the installed model.
 * @throws {KinoraError} an error of a download, `asset_not_media` if the checksum is wrong, `cancelled`, or `invalid_setting` if the folder cannot be created. Except
 *   after a wrong checksum, the same call continues the download.
 */
export async function getModel(request: ModelDownload, retries = RETRIES): Promise<InstalledModel> {
  const { model, folder } = request;
  const path = join(folder, fileNameOf(model));
  const part = partOf(path);
  await createModelFolder(folder);
  // An earlier call may have been killed after the last byte.
  if ((await hashOf(part)) !== model.sha1) {
    await downloadPart(request, path, retries);
    await checkSum(path, model);
  }
  // A power cut must not leave a model with missing bytes in its place.
  await flushFile(part);
  await renameFlushed(part, path);
  await rm(partVersionOf(path), { force: true });
  const installed = { model, path };
  await chooseModel(installed);
  return installed;
}

/** True if the file of an installed model has the right checksum. */
export async function isIntact({ model, path }: InstalledModel): Promise<boolean> {
  return (await hashOf(path)) === model.sha1;
}

async function downloadPart(
  { model, address, signal, onBytes }: ModelDownload,
  path: string,
  retries: typeof RETRIES,
): Promise<void> {
  const url = new URL(address);
  url.pathname = `${address.pathname.replace(/\/+$/, '')}/${fileNameOf(model)}`;
  const file = partOf(path);
  const total = AbortSignal.timeout(TOTAL_TIMEOUT_MS);
  // The host may be private, because the operator chose it.
  const outbound = openOutbound({ allowHosts: [url.hostname], connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const earlier = await readVersion(path);
  if (earlier === undefined) await rm(partVersionOf(path), { force: true });
  let recorded = earlier;
  const job: DownloadJob = {
    url,
    file,
    outbound,
    maxBytes: MAX_BYTES,
    stallTimeoutMs: STALL_TIMEOUT_MS,
    signal: AbortSignal.any([signal, total]),
    partOf: earlier,
    onBytes: (bytes, totalBytes) => {
      // Written before most of the file, so that a killed download can be continued, too.
      if (job.partOf !== recorded) writeFileSync(partVersionOf(path), JSON.stringify(job.partOf ?? {}));
      recorded = job.partOf;
      onBytes?.(bytes, totalBytes);
    },
  };
  try {
    await retry(retries, { signal: job.signal }, () => attemptDownload(job));
  } catch (error) {
    if (signal.aborted) throw new KinoraError('cancelled', 'The download was stopped.', { cause: error });
    throw explainFailure(error, model, total.aborted);
  } finally {
    await outbound.close();
  }
}

/** Reads which version the unfinished download belongs to. Undefined if it cannot be continued. */
async function readVersion(path: string): Promise<Validators | undefined> {
  const part = await ignoreMissing(stat(partOf(path)));
  const text = await ignoreMissing(readFile(partVersionOf(path), 'utf8'));
  if (!part || part.size === 0 || text === undefined) return undefined;
  const { data } = Version.safeParse(tryParseJson(text));
  return data?.etag === undefined && data?.lastModified === undefined ? undefined : data;
}

function explainFailure(error: unknown, { name }: SpeechModel, isLate: boolean): unknown {
  const again = `The same command continues the download. "kinora models get ${name} --mirror URL" uses another address.`;
  const beginning = `The model ${name} cannot be downloaded:`;
  if (isLate)
    return new KinoraError('asset_timed_out', `${beginning} it was not complete after 12 hours. ${again}`);
  if (!(error instanceof KinoraError)) return error;
  return new KinoraError(error.code, `${beginning} ${error.message} ${again}`, { cause: error });
}

/** Checks the downloaded file. Removes a wrong one, because continuing it would be of no use. */
async function checkSum(path: string, { name, sha1 }: SpeechModel): Promise<void> {
  const found = await hashOf(partOf(path));
  if (found === sha1) return;
  for (const each of [partOf(path), partVersionOf(path)]) await rm(each, { force: true });
  throw new KinoraError(
    'asset_not_media',
    `The downloaded file is not the model ${name}: its SHA-1 is ${String(found)}, not ${sha1}. It was removed. Try again, or use another address with --mirror.`,
  );
}

/** Returns the SHA-1 of a file in lower-case hexadecimal digits. Undefined if there is no such file. */
async function hashOf(file: string): Promise<string | undefined> {
  if (!(await ignoreMissing(stat(file)))) return undefined;
  const hash = createHash('sha1');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function createModelFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    const message = `Cannot create the folder ${folder} for models. Set KINORA_HOME to a folder that this user can write.`;
    throw new KinoraError('invalid_setting', message, { cause: error });
  }
}
