import { sql } from 'kysely';
import { KinoraError } from '../../base/errors.ts';
import { lockOwners, QuotaExceeded } from '../quotas/quotas.ts';
import type { Tables } from '../schema.ts';
import { LEASE_END } from './uploads.ts';

/** Maximum number of unfinished uploads to one source. */
const MAX_UPLOADS_OF_SOURCE = 4;
/** Maximum number of unfinished uploads of one owner. */
const MAX_UPLOADS_OF_OWNER = 500;

/** An upload that is about to begin. */
export interface NewUpload {
  /** Name of its bytes. */
  readonly id: string;
  readonly owner: string;
  /** Id of its source. */
  readonly source: string;
  /** Bytes that will arrive. Undefined if the client does not say. */
  readonly bytes: number | undefined;
  /** Time until which it can be continued. Undefined if only the request that begins it can. */
  readonly expires: Date | undefined;
}

/** The limits for the uploads of an owner. */
export interface UploadRoom {
  /** The quota of stored bytes, and the measured use. Undefined without a quota. */
  readonly quota: StoredBytes | undefined;
  /** Free bytes of the disk, which all owners share. Undefined if the storage is elsewhere. */
  readonly diskBytes: number | undefined;
}

/** A measurement of the stored bytes of an owner. */
export interface StoredBytes {
  readonly bytes: number;
  /** Time of the database before the measurement. Later imports may be missing in its bytes. */
  readonly since: Date;
  /** Maximum of stored bytes. */
  readonly limit: number;
}

/** Bytes of a client that has not said how many it sends. An empty file is none. */
const AT_LEAST = 1;

/**
 * Records an upload before its first byte, so that its bytes count at once: simultaneous uploads cannot exceed a
 * limit together, also on several servers.
 *
 * @throws {QuotaExceeded} `too_many_requests` if there are too many unfinished uploads, `storage_quota_exceeded`.
 * @throws {KinoraError} `disk_full`.
 */
export async function addUpload(db: Tables, upload: NewUpload, room: UploadRoom): Promise<void> {
  const { bytes = AT_LEAST, expires = LEASE_END, ...others } = upload;
  await db.transaction().execute(async (transaction) => {
    await lockOwners(transaction, [upload.owner]);
    await requireFewUploads(transaction, upload);
    const claim = { id: upload.id, owner: upload.owner, least: bytes, most: bytes };
    await grantBytes(transaction, claim, room);
    await transaction
      .insertInto('upload')
      .values({ ...others, bytes, expires })
      .execute();
  });
}

/** The bytes that an upload claims in all. */
interface Claim {
  readonly id: string;
  readonly owner: string;
  readonly least: number;
  /** More is claimed if there is room, so that the next bytes need no claim of their own. */
  readonly most: number;
}

/**
 * Claims more bytes for an upload whose client has not said how many it sends.
 *
 * @returns the bytes that it may receive in all.
 * @throws {QuotaExceeded} `storage_quota_exceeded`.
 */
export async function growUpload(db: Tables, claim: Claim, room: UploadRoom): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await lockOwners(transaction, [claim.owner]);
    const bytes = await grantBytes(transaction, claim, room);
    await transaction
      .updateTable('upload')
      .set({ bytes })
      .where('id', '=', claim.id)
      .where('status', '=', 'open')
      .execute();
    return bytes;
  });
}

async function requireFewUploads(transaction: Tables, { owner, source }: NewUpload): Promise<void> {
  const counts = await transaction
    .selectFrom('upload')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where source = ${source}))::int`.as('same'),
    ])
    .where('owner', '=', owner)
    .where('status', '=', 'open')
    .where('expires', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (counts.same >= MAX_UPLOADS_OF_SOURCE)
    throw createCountError('source', counts.same, MAX_UPLOADS_OF_SOURCE);
  if (counts.all >= MAX_UPLOADS_OF_OWNER) throw createCountError('account', counts.all, MAX_UPLOADS_OF_OWNER);
}

function createCountError(of: string, count: number, limit: number): QuotaExceeded {
  const sentence = `This ${of} has ${count} unfinished uploads, and its limit is ${limit}. Finish or cancel one of them, or wait until one has expired.`;
  return new QuotaExceeded('too_many_requests', sentence);
}

async function grantBytes(
  transaction: Tables,
  { id, owner, least, most }: Claim,
  { quota, diskBytes }: UploadRoom,
): Promise<number> {
  if (quota === undefined && diskBytes === undefined) return most;
  const others = await sumUploads(transaction, owner, quota?.since, id);
  // An owner may claim half of the free bytes, so that the others have room, too.
  if (diskBytes !== undefined && others + least > diskBytes / 2)
    throw new KinoraError('disk_full', FULL_OF_UPLOADS);
  const granted = quota === undefined ? most : Math.min(most, quota.limit - quota.bytes - others);
  if (quota === undefined || granted >= least) return granted;
  throw createQuotaError(quota, others, least);
}

/** The sentence for a client whose account has no room on the disk for more uploads. */
export const FULL_OF_UPLOADS =
  'The disk of Kinora has too little free space for the unfinished uploads of this account. Finish or cancel some of them, or try again later.';

/**
 * Returns the bytes that an owner uploads or has uploaded, and that are not stored yet.
 *
 * @param since also counts imports since then. Undefined for none.
 * @param except an upload that does not count.
 */
export async function sumUploads(db: Tables, owner: string, since?: Date, except = ''): Promise<number> {
  const { bytes } = await db
    .selectFrom('upload')
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'))
    .where('owner', '=', owner)
    .where('id', '<>', except)
    .where((where) =>
      where.or([
        where('status', '<>', 'imported'),
        ...(since === undefined ? [] : [where('updated', '>=', since)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Returns the time of the database. */
export async function readDatabaseTime(db: Tables): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  return rows[0]?.now ?? new Date(0);
}

/**
 * Creates the error for a file that exceeds the quota of an owner.
 *
 * @param uploads bytes of its other uploads.
 * @param added bytes of the file. Undefined if they are unknown.
 */
export function createQuotaError(
  { bytes, limit }: StoredBytes,
  uploads: number,
  added?: number,
): QuotaExceeded {
  const unfinished = uploads > 0 ? `, its unfinished uploads have ${uploads}` : '';
  const file = added === undefined ? '' : `, this file has ${added}`;
  const remedy = uploads > 0 ? 'Finish or cancel uploads, or delete files' : 'Delete files';
  return new QuotaExceeded(
    'storage_quota_exceeded',
    `This account has stored ${bytes} bytes${unfinished}${file}, and its limit is ${limit}. ${remedy} that you do not need.`,
  );
}
