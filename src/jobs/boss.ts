import { randomUUID } from 'node:crypto';
import queuePackage from 'pg-boss/package.json' with { type: 'json' };
import { fromPglite, PgBoss, type Queue as QueueRules } from 'pg-boss';
import type { Logger } from '../base/logger.ts';
import { createNewerDatabaseError } from '../store/connection/prepare-tables.ts';
import type { DatabaseEngine } from '../store/database.ts';

/** The queue of long renders, with one job for each attempt. */
export const RENDER_QUEUE = 'render';
/** The queue of short renders, with one job for each attempt. */
export const SHORT_RENDER_QUEUE = 'render-short';
/** The queue of invitations to help with renders, whose streams several workers make together. */
export const HELP_QUEUE = 'render-help';
/** Attempts at renders whose worker died before they ended. */
export const DEAD_RENDER_QUEUE = 'render-dead';

/** The queue of callbacks, with one job for each attempt. */
export const CALLBACK_QUEUE = 'callback';
/** Callback attempts whose worker died before they ended. */
export const DEAD_CALLBACK_QUEUE = 'callback-dead';

/** The queue of copies and of transfers whose file is fetched first, with one job for each attempt. */
export const COPY_QUEUE = 'copy';
/** Attempts at copies and transfers whose worker died before they ended. */
export const DEAD_COPY_QUEUE = 'copy-dead';

/** The queue of sources to import, with one job for each attempt. */
export const IMPORT_QUEUE = 'import';
/** Attempts at imports whose worker died before they ended. */
export const DEAD_IMPORT_QUEUE = 'import-dead';

/** The queue of renditions and transcriptions, with one job for each attempt. */
export const RENDITION_QUEUE = 'rendition';
/** Attempts at renditions whose worker died before they ended. */
export const DEAD_RENDITION_QUEUE = 'rendition-dead';

/** The queue of files to create, with one job for each attempt. */
export const CREATION_QUEUE = 'creation';
/** Attempts at creations whose worker died before they ended. */
export const DEAD_CREATION_QUEUE = 'creation-dead';

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
  deadLetter: DEAD_CALLBACK_QUEUE,
  // As for the other queues, a job is one attempt.
  retryLimit: 0,
  // An attempt times out after ten seconds.
  expireInSeconds: 60 * SECOND,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: HOUR,
} as const satisfies Omit<QueueRules, 'name'>;

/** The rules of all queues of attempts, without the dead-letter queue. */
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
const QUEUES: readonly QueueRules[] = [
  { name: DEAD_RENDER_QUEUE, ...DEAD_RULES },
  { name: RENDER_QUEUE, ...ATTEMPT_RULES, deadLetter: DEAD_RENDER_QUEUE },
  { name: SHORT_RENDER_QUEUE, ...ATTEMPT_RULES, deadLetter: DEAD_RENDER_QUEUE },
  { name: HELP_QUEUE, ...ATTEMPT_RULES, deadLetter: DEAD_RENDER_QUEUE },
  { name: DEAD_CALLBACK_QUEUE, ...DEAD_RULES },
  { name: CALLBACK_QUEUE, ...CALLBACK_RULES },
  { name: DEAD_COPY_QUEUE, ...DEAD_RULES },
  { name: COPY_QUEUE, ...ATTEMPT_RULES, deadLetter: DEAD_COPY_QUEUE },
  { name: DEAD_IMPORT_QUEUE, ...DEAD_RULES },
  { name: IMPORT_QUEUE, ...ATTEMPT_RULES, deadLetter: DEAD_IMPORT_QUEUE },
  { name: DEAD_RENDITION_QUEUE, ...DEAD_RULES },
  { name: RENDITION_QUEUE, ...ATTEMPT_RULES, deadLetter: DEAD_RENDITION_QUEUE },
  { name: DEAD_CREATION_QUEUE, ...DEAD_RULES },
  { name: CREATION_QUEUE, ...ATTEMPT_RULES, deadLetter: DEAD_CREATION_QUEUE },
];

/** The names of all queues. */
export const QUEUE_NAMES: readonly string[] = QUEUES.map(({ name }) => name);

/** The queues of attempts: the jobs of their workers are held by leases. */
export const ATTEMPT_QUEUES: readonly string[] = [
  RENDER_QUEUE,
  SHORT_RENDER_QUEUE,
  HELP_QUEUE,
  COPY_QUEUE,
  IMPORT_QUEUE,
  RENDITION_QUEUE,
  CREATION_QUEUE,
];

/**
 * The queues whose jobs no lease holds, and the seconds after which a job of each has lost its worker. An attempt
 * at a callback takes at most ten seconds. Deciding about a dead letter takes milliseconds.
 */
export const ACTIVE_LIMITS: Readonly<Record<string, number>> = {
  [CALLBACK_QUEUE]: 12,
  ...Object.fromEntries(QUEUES.flatMap(({ deadLetter }) => (deadLetter ? [[deadLetter, 5]] : []))),
};

/** Returns the name of the dead-letter queue of a queue. */
export function deadLettersOf(queue: string): string {
  return QUEUES.find(({ name }) => name === queue)?.deadLetter ?? queue;
}

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
export async function rejectNewerQueue(engine: DatabaseEngine): Promise<void> {
  const db = engine.kind === 'embedded' ? fromPglite(engine.pglite) : engine.session;
  const table = await db.executeSql(`select to_regclass('pgboss.version') is not null as found`);
  if ((table.rows as readonly { found: boolean }[])[0]?.found !== true) return;
  const { rows } = await db.executeSql('select version from pgboss.version');
  const version = (rows as readonly { version: number }[])[0]?.version ?? 0;
  if (version > queuePackage.pgboss.schema) throw createNewerDatabaseError(`version ${version} of the queue`);
}

/**
 * Starts pg-boss on the database. Every queue exists, is up to date and is in pg-boss's cache afterwards.
 *
 * @throws {KinoraError} `invalid_setting` if a newer version has changed the queue. Nothing was changed then.
 */
export async function startBoss(engine: DatabaseEngine, log: Logger): Promise<PgBoss> {
  const boss = createBoss(engine);
  await rejectNewerQueue(engine);
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
