import type { Caller } from '../../../store/keys.ts';
import { QuotaExceeded } from '../../../store/quotas/quotas.ts';
import type { ServerParts } from '../server-parts.ts';

/** Time for which a measurement counts, from its end. Listing the files of an owner takes a while. */
const FRESH_MS = 10_000;
/** Maximum number of owners whose measurements are kept. */
const MAX_OWNERS = 1_000;

interface Measurement {
  readonly bytes: Promise<number>;
  /** Value of `performance.now()` after which it is made again. */
  until: number;
}

const measured = new WeakMap<ServerParts['storage'], Map<string, Measurement>>();

/**
 * Checks that an owner has stored fewer bytes than its quota allows. What was accepted before is still stored,
 * so the files of work in progress may exceed the quota.
 *
 * @param added size of the file that is to be stored, in bytes, if it is known. It must fit as well.
 * @throws {QuotaExceeded} `storage_quota_exceeded`.
 */
export async function requireStorageQuota(
  { storage, quotas: { storedBytes } }: Pick<ServerParts, 'storage' | 'quotas'>,
  { owner, stage }: Pick<Caller, 'owner' | 'stage'>,
  added = 0,
): Promise<void> {
  if (storedBytes === undefined) return;
  const bytes = await measure(storage, `${stage}/${owner}`);
  if (bytes < storedBytes && bytes + added <= storedBytes) return;
  const file = added > 0 ? `, this file has ${added}` : '';
  const sentence = `This account has stored ${bytes} bytes${file}, and its limit is ${storedBytes}. Delete files that you do not need.`;
  throw new QuotaExceeded('storage_quota_exceeded', sentence);
}

/** Measures a folder of the storage. Simultaneous requests share one measurement. */
async function measure(storage: ServerParts['storage'], folder: string): Promise<number> {
  const known = measured.get(storage) ?? new Map<string, Measurement>();
  measured.set(storage, known);
  const last = known.get(folder);
  if (last !== undefined && performance.now() < last.until) return await last.bytes;
  if (known.size >= MAX_OWNERS) known.clear();
  const measurement = { bytes: sumBytes(storage, folder), until: Infinity };
  known.set(folder, measurement);
  try {
    return await measurement.bytes;
  } finally {
    measurement.until = performance.now() + FRESH_MS;
  }
}

async function sumBytes(storage: ServerParts['storage'], folder: string): Promise<number> {
  let bytes = 0;
  for await (const { size } of storage.list(folder)) bytes += size;
  return bytes;
}
