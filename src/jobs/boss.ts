import { randomUUID } from 'node:crypto';
import { fromPglite, PgBoss, type Queue as QueueRules } from 'pg-boss';
import type { Logger } from '../base/logger.ts';
import type { DatabaseEngine } from '../store/database.ts';

/** The queue of renders. */
export const RENDER_QUEUE = 'render';
/** Render jobs that ended without an outcome: the job failed, expired or lost its worker. */
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

const RENDER_RULES = {
  notify: true,
  deadLetter: DEAD_RENDER_QUEUE,
  // A job is one attempt. The queue's own retry would give the same job to the next worker. If the first
  // worker was wrongly declared dead, it would then complete the job while the second still works on it.
  retryLimit: 0,
  // A worker that sends no heartbeat for this long is declared dead.
  heartbeatSeconds: 30 * SECOND,
  // The last resort: longer than every limit that the render enforces itself.
  expireInSeconds: 12 * HOUR,
  // Long enough that a waiting job is never removed before its render.
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: DAY,
} as const satisfies Omit<QueueRules, 'name'>;

const CALLBACK_RULES = {
  notify: true,
  deadLetter: DEAD_CALLBACK_QUEUE,
  // As for renders, a job is one attempt.
  retryLimit: 0,
  // An attempt times out by itself after ten seconds.
  expireInSeconds: 60 * SECOND,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: DAY,
} as const satisfies Omit<QueueRules, 'name'>;

/** The rules of copies, imports, renditions and creations, without the dead-letter queue. */
const ATTEMPT_RULES = {
  notify: true,
  // As for renders, a job is one attempt.
  retryLimit: 0,
  heartbeatSeconds: 30 * SECOND,
  // A large film on a slow line takes hours. Every wait within an attempt has its own limit.
  expireInSeconds: 12 * HOUR,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: DAY,
} as const satisfies Omit<QueueRules, 'name'>;

/** Every queue, each after its dead-letter queue. */
const QUEUES: readonly QueueRules[] = [
  { name: DEAD_RENDER_QUEUE, ...DEAD_RULES },
  { name: RENDER_QUEUE, ...RENDER_RULES },
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

// The interval of the search for lost heartbeats and expired jobs.
const SUPERVISE_SECONDS = 15;

function createBoss(engine: DatabaseEngine): PgBoss {
  const options = {
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  };
  return engine.kind === 'embedded'
    ? new PgBoss({ ...options, db: fromPglite(engine.pglite), backend: 'pglite' })
    : new PgBoss({ ...options, connectionString: engine.url, application_name: 'kinora-queue', max: 5 });
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

/** Starts pg-boss on the database. Every queue exists, is up to date and is in pg-boss's cache afterwards. */
export async function startBoss(engine: DatabaseEngine, log: Logger): Promise<PgBoss> {
  const boss = createBoss(engine);
  boss.on('error', (error) => log.error({ err: error }, 'The queue reported an error.'));
  boss.on('warning', (warning) => log.warn({ warning }, 'The queue reported a warning.'));
  await boss.start();
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const queue of QUEUES) await prepareQueue(boss, queue, known.get(queue.name));
  return boss;
}

/**
 * Makes the busy workers of a queue fetch their next job immediately instead of at the next poll. Each worker
 * calls this when its job has ended.
 */
export function wakeWorkers(boss: PgBoss, name: string): void {
  // If one call of `work` starts several workers, pg-boss returns only the id of the first.
  for (const worker of boss.getWipData())
    if (worker.name === name && worker.count > 0) boss.notifyWorker(worker.id);
}
