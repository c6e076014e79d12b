import type { Caller } from '../../../store/accounts/keys.ts';
import {
  createQuotaError,
  readDatabaseTime,
  type StoredBytes,
  sumUploads,
} from '../../../store/uploads/reserve-upload.ts';
import type { ServerParts } from '../server-parts.ts';

/** Time for which a measurement counts, from its end. Listing the files of an owner takes a while. */
const FRESH_MS = 10_000;
/** Maximum number of owners whose measurements are kept. */
const MAX_OWNERS = 1_000;

interface Measurement {
  readonly stored: Promise<Omit<StoredBytes, 'limit'>>;
  /** Value of `performance.now()` after which it is made again. */
  until: number;
}

/** The dependencies of quotas. */
export type QuotaParts = Pick<ServerParts, 'database' | 'storage' | 'quotas'>;

const measured = new WeakMap<ServerParts['storage'], Map<string, Measurement>>();

/**
 * Checks that an owner has stored and uploads fewer bytes than its quota allows. Work that was accepted
 * before is still stored, so the files of work in progress may exceed the quota.
 *
 * @throws {QuotaExceeded} `storage_quota_exceeded`.
 */
export async function requireStorageQuota(
  parts: QuotaParts,
  caller: Pick<Caller, 'owner' | 'stage'>,
): Promise<void> {
  const stored = await measureStored(parts, caller);
  if (stored === undefined) return;
  const uploads = await sumUploads(parts.database.tables, caller.owner, stored.since);
  if (stored.bytes + uploads >= stored.limit) throw createQuotaError(stored, uploads);
}

/**
 * Measures the storage of an owner. Simultaneous requests share one measurement. Returns undefined without a
 * quota.
 */
export async function measureStored(
  { database, storage, quotas: { storedBytes: limit } }: QuotaParts,
  { owner, stage }: Pick<Caller, 'owner' | 'stage'>,
): Promise<StoredBytes | undefined> {
  if (limit === undefined) return undefined;
  const folder = `${stage}/${owner}`;
  const known = measured.get(storage) ?? new Map<string, Measurement>();
  measured.set(storage, known);
  const last = known.get(folder);
  if (last !== undefined && performance.now() < last.until) return { ...(await last.stored), limit };
  if (known.size >= MAX_OWNERS) known.clear();
  const measurement = { stored: measure(database, storage, folder), until: Infinity };
  known.set(folder, measurement);
  try {
    return { ...(await measurement.stored), limit };
  } finally {
    measurement.until = performance.now() + FRESH_MS;
  }
}

async function measure(
  { tables }: ServerParts['database'],
  storage: ServerParts['storage'],
  folder: string,
): Promise<Omit<StoredBytes, 'limit'>> {
  const since = await readDatabaseTime(tables);
  let bytes = 0;
  for await (const { size } of storage.list(folder)) bytes += size;
  return { bytes, since };
}
