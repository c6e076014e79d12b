import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { fromKysely, fromPglite, PgBoss, type Queue as QueueRules } from 'pg-boss';
import type { Logger } from '../base/logger.ts';
import { createNewerDatabaseError } from '../store/connection/prepare-tables.ts';
import type { DatabaseEngine } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { QUEUE_SCHEMA_VERSION } from './job-table.ts';
import { ALL_QUEUES } from './work-rules.ts';

const SECOND = 1;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const DEAD_RULES = {
  retryLimit: 10,
  retryDelay: 5 * SECOND,
  retryBackoff: true,
  retryDelayMax: HOUR,
  // Deciding on the next attempt takes milliseconds. A worker that needs longer is dead.
  expireInSeconds: 60 * SECOND,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: DAY,
} as const satisfies Omit<QueueRules, 'name'>;

const CALLBACK_RULES = {
  notify: true,
  // As for the other queues, a job is one attempt.
  retryLimit: 0,
  // An attempt times out after ten seconds.
  expireInSeconds: 60 * SECOND,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: HOUR,
} as const satisfies Omit<QueueRules, 'name'>;

/** The rules of all queues of attempts that leases hold, without the dead-letter queue. */
const ATTEMPT_RULES = {
  // The queue sends its own notifications, in the statement that charges the owners.
  notify: false,
  // A job is one attempt. The queue's own retry would give the same job to the next worker. If the first
  // worker was wrongly declared dead, it would then complete the job while the second still works on it.
  retryLimit: 0,
  // The last resort: an hour longer than an attempt may take.
  expireInSeconds: 13 * HOUR,
  // Long enough that a waiting job is never removed before its subject.
  retentionSeconds: 365 * DAY,
  // Ended jobs are not read. The table of attempts records their ends.
  deleteAfterSeconds: HOUR,
} as const satisfies Omit<QueueRules, 'name'>;

/** Every queue, each after its dead-letter queue. */
const QUEUES: readonly QueueRules[] = ALL_QUEUES.flatMap(({ names, dead, isLeased }) => [
  { name: dead, ...DEAD_RULES },
  ...names.map((name) => ({
    name,
    ...(isLeased ? ATTEMPT_RULES : CALLBACK_RULES),
    deadLetter: dead,
  })),
]);

// The interval of the search for expired and old jobs. The leases of workers find lost work sooner.
const SUPERVISE_SECONDS = 60;

function createBoss(engine: DatabaseEngine): PgBoss {
  const options = {
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // The interval of the removal of ended jobs: once per day by default.
    maintenanceIntervalSeconds: HOUR,
  };
  return engine.kind === 'embedded'
    ? new PgBoss({ ...options, db: fromPglite(engine.pglite), backend: 'pglite' })
    : new PgBoss({ ...options, db: engine.session });
}

/**
 * Creates a queue, or updates its rules.
 *
 * @param known The queue as the database and pg-boss's cache have it. Absent if it does not exist yet.
 */
async function prepareQueue(
  boss: PgBoss,
  { name, ...rules }: QueueRules,
  known: QueueRules | undefined,
): Promise<void> {
  // Skipping up-to-date queues, which is the case at every start but the first, saves a seventh of a second
  // on an embedded database.
  if (known && hasRules(known, rules)) return;
  await boss.createQueue(name, rules);
  await boss.updateQueue(name, rules);
  // Any look-up fills pg-boss's cache of this queue. With a cold cache, the first `send` inside a transaction
  // looks the queue up outside the transaction. An embedded database has one connection, so that would
  // deadlock.
  await boss.findJobs(name, { id: randomUUID() });
}

function hasRules(known: QueueRules, rules: Omit<QueueRules, 'name'>): boolean {
  const current = new Map(Object.entries(known));
  return Object.entries(rules).every(([rule, value]) => current.get(rule) === value);
}

/**
 * Checks that no newer version of pg-boss has changed the queue. pg-boss itself would use it as it is.
 *
 * @throws {KinoraError} `invalid_setting` if one has.
 */
export async function rejectNewerQueue(engine: DatabaseEngine, boss = createBoss(engine)): Promise<void> {
  const version = (await boss.isInstalled()) ? ((await boss.schemaVersion()) ?? 0) : 0;
  if (version > QUEUE_SCHEMA_VERSION) throw createNewerDatabaseError(`version ${version} of the queue`);
}

/**
 * Starts pg-boss on the database. Every queue exists, is up to date and is in pg-boss's cache afterwards.
 *
 * @throws {KinoraError} `invalid_setting` if a newer version has changed the queue. Nothing was changed then.
 */
export async function startBoss(engine: DatabaseEngine, log: Logger): Promise<PgBoss> {
  const boss = createBoss(engine);
  await rejectNewerQueue(engine, boss);
  boss.on('error', (error) => log.error({ err: error }, 'The queue reported an error.'));
  boss.on('warning', (warning) => log.warn({ warning }, 'The queue reported a warning.'));
  try {
    await boss.start();
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const queue of QUEUES) await prepareQueue(boss, queue, known.get(queue.name));
    return boss;
  } catch (error) {
    // Otherwise its timers would keep the process alive, and complain about a closed database for ever.
    await boss.stop({ graceful: false }).catch((cause: unknown) => {
      log.warn({ err: cause }, 'Could not close the queue.');
    });
    throw error;
  }
}

/** Makes the workers of a queue fetch their next job immediately instead of at the next poll. */
export function wakeWorkers(boss: PgBoss, name: string): void {
  for (const worker of boss.getWipData()) if (worker.name === name) boss.notifyWorker(worker.id);
}

/** Completes a job. Returns false if it is no longer active: it was taken from this worker. */
export async function completeJob(
  boss: PgBoss,
  transaction: Transaction<Schema>,
  queue: string,
  job: string,
): Promise<boolean> {
  const completed = await boss.complete(queue, job, undefined, { db: fromKysely(transaction) });
  // pg-boss documents `affected`, the number of jobs that were still active, but its type omits it.
  return (completed as { affected?: number }).affected === 1;
}
