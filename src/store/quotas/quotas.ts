import { sql } from 'kysely';
import { KinoraError } from '../../base/errors.ts';
import { countRows } from '../queue/count-rows.ts';
import type { Tables } from '../schema.ts';

/** The maximum that each owner may use. Undefined for no limit. */
export interface Quotas {
  /** Bytes of stored files. */
  readonly storedBytes: number | undefined;
  /** Ingested sources that are not deleted. */
  readonly sources: number | undefined;
  /** Edits that are kept by name. */
  readonly edits: number | undefined;
  /** Renders that wait for a worker. */
  readonly waitingRenders: number | undefined;
  /** Minutes of output of the renders that were accepted within 24 hours. */
  readonly dailyMinutes: number | undefined;
}

/** Quotas without a limit. */
export const NO_QUOTAS: Quotas = {
  storedBytes: undefined,
  sources: undefined,
  edits: undefined,
  waitingRenders: undefined,
  dailyMinutes: undefined,
};

/** The error of a request that exceeds a quota. */
export class QuotaExceeded extends KinoraError {
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  /** @param retryAfterSeconds seconds after which the request may succeed without other changes. */
  constructor(
    code: 'too_many_requests' | 'storage_quota_exceeded',
    message: string,
    retryAfterSeconds?: number,
  ) {
    super(code, message);
    this.headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  }
}

/** Seconds after which a waiting render has probably begun. */
const WAITING_RETRY_SECONDS = 10;
const DAY = sql`interval '24 hours'`;
const DAY_SECONDS = 86_400;

/**
 * Makes other transactions that check quotas of the same owners wait for the end of this one, so that together
 * they cannot exceed a quota.
 */
export async function lockOwners(transaction: Tables, owners: readonly string[]): Promise<void> {
  await transaction
    .selectFrom('owner')
    .select('id')
    .where('id', 'in', owners)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Checks that an owner may have another source. Must be called in the transaction that adds it.
 *
 * @throws {QuotaExceeded} `too_many_requests`.
 */
export async function requireSourceQuota(
  transaction: Tables,
  owner: string,
  { sources }: Pick<Quotas, 'sources'>,
): Promise<void> {
  if (sources === undefined) return;
  await lockOwners(transaction, [owner]);
  const own = transaction.selectFrom('source').select('id').where('owner', '=', owner);
  const count = await countRows(transaction, own.where('status', '<>', 'deleted'));
  if (count < sources) return;
  const sentence = `This account has ${count} sources, and its limit is ${sources}. Delete a source that you do not need.`;
  throw new QuotaExceeded('too_many_requests', sentence);
}

/**
 * Checks that an owner may keep another edit. Must be called in the transaction that adds it.
 *
 * @throws {QuotaExceeded} `too_many_requests`.
 */
export async function requireEditQuota(
  transaction: Tables,
  owner: string,
  { edits }: Pick<Quotas, 'edits'>,
): Promise<void> {
  if (edits === undefined) return;
  await lockOwners(transaction, [owner]);
  const own = transaction.selectFrom('kept_edit').select('id').where('owner', '=', owner);
  const count = await countRows(transaction, own);
  if (count < edits) return;
  const sentence = `This account keeps ${count} edits, and its limit is ${edits}. Delete an edit that you do not need.`;
  throw new QuotaExceeded('too_many_requests', sentence);
}

/** A render that an owner wants to add. */
export interface RequestedRender {
  readonly id: string;
  readonly owner: string;
  /** Predicted length of its output in seconds. */
  readonly outputSeconds: number;
}

/**
 * Checks which renders their owners may add, and counts their minutes. Must be called in the transaction that
 * adds them.
 *
 * @returns the error of each render that exceeds a quota, by the id of the render.
 */
export async function chargeRenders(
  transaction: Tables,
  renders: readonly RequestedRender[],
  quotas: Quotas,
): Promise<ReadonlyMap<string, QuotaExceeded>> {
  const refused = new Map<string, QuotaExceeded>();
  const { waitingRenders, dailyMinutes } = quotas;
  if (renders.length === 0 || (waitingRenders === undefined && dailyMinutes === undefined)) return refused;
  const byOwner = Map.groupBy(renders, ({ owner }) => owner);
  await lockOwners(transaction, [...byOwner.keys()]);
  for (const [owner, own] of byOwner) {
    const use = await readUse(transaction, owner);
    for (const render of own) {
      const error = findExcess(use, render, quotas);
      if (error) refused.set(render.id, error);
      else {
        use.waiting += 1;
        use.seconds += render.outputSeconds;
      }
    }
  }
  const accepted = renders.filter(({ id }) => !refused.has(id));
  if (dailyMinutes !== undefined) await addUse(transaction, accepted);
  return refused;
}

interface Use {
  waiting: number;
  seconds: number;
  /** Seconds until the oldest charge ends. */
  readonly freeAfter: number;
}

async function readUse(transaction: Tables, owner: string): Promise<Use> {
  const own = transaction.selectFrom('render').select('id').where('owner', '=', owner);
  const waiting = await countRows(transaction, own.where('status', '=', 'queued'));
  const { seconds, age } = await transaction
    .selectFrom('render_use')
    .select([
      sql<number>`coalesce(sum(seconds), 0)::float8`.as('seconds'),
      sql<number>`coalesce(extract(epoch from now() - min(created)), 0)::float8`.as('age'),
    ])
    .where('owner', '=', owner)
    .where('created', '>', sql<Date>`now() - ${DAY}`)
    .executeTakeFirstOrThrow();
  return { waiting, seconds, freeAfter: Math.max(1, Math.ceil(DAY_SECONDS - age)) };
}

function findExcess(
  use: Use,
  { outputSeconds }: RequestedRender,
  { waitingRenders = Infinity, dailyMinutes = Infinity }: Quotas,
): QuotaExceeded | undefined {
  if (use.waiting >= waitingRenders) {
    const sentence = `This account has ${use.waiting} waiting renders, and its limit is ${waitingRenders}. Try again when one has begun.`;
    return new QuotaExceeded('too_many_requests', sentence, WAITING_RETRY_SECONDS);
  }
  if (use.seconds + outputSeconds <= dailyMinutes * 60) return undefined;
  const sentence = `This account has rendered ${formatMinutes(use.seconds)} minutes within 24 hours, this render would add about ${formatMinutes(outputSeconds)}, and its limit is ${dailyMinutes}. Try again later.`;
  return new QuotaExceeded('too_many_requests', sentence, use.freeAfter);
}

function formatMinutes(seconds: number): string {
  return String(Math.round(seconds / 6) / 10);
}

async function addUse(transaction: Tables, renders: readonly RequestedRender[]): Promise<void> {
  if (renders.length === 0) return;
  const owners = [...new Set(renders.map(({ owner }) => owner))];
  await transaction
    .deleteFrom('render_use')
    .where('owner', 'in', owners)
    .where('created', '<=', sql<Date>`now() - ${DAY}`)
    .execute();
  const rows = renders.map(({ id, owner, outputSeconds }) => ({ render: id, owner, seconds: outputSeconds }));
  await transaction.insertInto('render_use').values(rows).execute();
}

/**
 * Replaces the predicted length of a render by its length, so that a wrong prediction does not stay. Without a
 * charge for this render, does nothing.
 */
export async function correctRenderUse(db: Tables, render: string, seconds: number): Promise<void> {
  await db.updateTable('render_use').set({ seconds }).where('render', '=', render).execute();
}
