import type { Transaction } from 'kysely';
import { fromKysely, type JobInsert, type PgBoss } from 'pg-boss';
import { chargeShares, type ShareKind } from '../store/queue/shares.ts';
import type { WorkCost } from '../store/queue/work-cost.ts';
import type { Schema } from '../store/schema.ts';

/** The fields of a payload that decide on the place of its job. */
export interface PlacedPayload {
  readonly owner: string;
  readonly cost: WorkCost;
}

/** A job to insert. */
export type PlacedJob<Payload extends PlacedPayload> = JobInsert<Payload> & { readonly data: Payload };

/** Steps of a queue's clock per second of cost. */
const STEPS_PER_SECOND = 100;
const MAX_PRIORITY = 2 ** 31 - 1;

/**
 * Writes jobs into queues, each at the place in the order that the share of its owner gives it. The place is
 * the start of the job on the clock of the queue, negated as the priority of pg-boss.
 *
 * @param byQueue the jobs of each queue, by its name.
 */
export async function insertFairly<Payload extends PlacedPayload>(
  boss: PgBoss,
  transaction: Transaction<Schema>,
  kind: ShareKind,
  byQueue: ReadonlyMap<string, readonly PlacedJob<Payload>[]>,
): Promise<void> {
  const requests = [...byQueue].flatMap(([queue, jobs]) => sumByOwner(queue, kind, jobs));
  const charges = await chargeShares(transaction, kind, requests);
  for (const [queue, jobs] of byQueue) {
    const starts = new Map(
      charges.filter((one) => one.queue === queue).map((one) => [one.owner, { ...one }]),
    );
    const placed = jobs.map((job) => ({
      ...job,
      priority: -Math.min(MAX_PRIORITY, takePlace(starts, kind, job.data)),
      group: { id: job.data.owner },
    }));
    await boss.insert(queue, placed, { db: fromKysely(transaction) });
  }
}

function sumByOwner(
  queue: string,
  kind: ShareKind,
  jobs: readonly { readonly data: PlacedPayload }[],
): { queue: string; owner: string; cost: number }[] {
  const totals = new Map<string, number>();
  for (const { data } of jobs)
    totals.set(data.owner, (totals.get(data.owner) ?? 0) + stepsOf(kind, data.cost));
  return [...totals].map(([owner, cost]) => ({ queue, owner, cost }));
}

/** Returns the place of the next job of an owner, and moves the start of the one after it. */
function takePlace(
  starts: ReadonlyMap<string, { start: number; readonly weight: number }>,
  kind: ShareKind,
  { owner, cost }: PlacedPayload,
): number {
  const next = starts.get(owner) ?? { start: 0, weight: 1 };
  const place = Math.floor(next.start);
  next.start += stepsOf(kind, cost) / next.weight;
  // A repeated job comes before a first one that starts at the same step.
  return kind === 'repeated' ? place - 1 : place;
}

/** The first attempt of a job was charged with its cost. A repeated one costs only its turn. */
function stepsOf(kind: ShareKind, { seconds }: WorkCost): number {
  return kind === 'repeated' ? 1 : Math.max(1, seconds * STEPS_PER_SECOND);
}
