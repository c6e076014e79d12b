import { randomUUID } from 'node:crypto';
import { fromPglite, PgBoss, type Queue as QueueRules } from 'pg-boss';
import type { Logger } from '../base/logger.ts';
import type { DatabaseEngine } from '../store/database.ts';

/** Renders wait here. */
export const RENDER_QUEUE = 'render';
/** Renders whose job ended without an outcome: it failed, expired or was lost with its worker. */
export const DEAD_RENDER_QUEUE = 'render-dead';

/** Callbacks wait here, one job for each attempt. */
export const CALLBACK_QUEUE = 'callback';
/** Attempts whose worker died in the middle. */
export const DEAD_CALLBACK_QUEUE = 'callback-dead';

/** Files wait here to be sent to other providers, and addresses to be fetched for that: one job for each try. */
export const COPY_QUEUE = 'copy';
/** Tries whose worker died in the middle. */
export const DEAD_COPY_QUEUE = 'copy-dead';

const SECOND = 1;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const DEAD_RULES = {
  retryLimit: 10,
  retryDelay: 5 * SECOND,
  retryBackoff: true,
  retryDelayMax: HOUR,
  // To decide on a next try takes milliseconds; who needs longer is dead.
  expireInSeconds: 60 * SECOND,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: DAY,
} as const satisfies Omit<QueueRules, 'name'>;

const RENDER_RULES = {
  notify: true,
  deadLetter: DEAD_RENDER_QUEUE,
  // A job is one try. The queue's own retry would give the same job to the next worker, and a worker that was only taken
  // for dead would end it while the other one still works on it.
  retryLimit: 0,
  // A worker that says nothing for so long is dead.
  heartbeatSeconds: 30 * SECOND,
  // Beyond every limit that the render keeps itself: the last resort.
  expireInSeconds: 12 * HOUR,
  // A job that waits is never thrown away before its render is.
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: DAY,
} as const satisfies Omit<QueueRules, 'name'>;

const CALLBACK_RULES = {
  notify: true,
  deadLetter: DEAD_CALLBACK_QUEUE,
  // As for renders: a job is one try.
  retryLimit: 0,
  // An attempt ends by itself after ten seconds.
  expireInSeconds: 60 * SECOND,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: DAY,
} as const satisfies Omit<QueueRules, 'name'>;

const COPY_RULES = {
  notify: true,
  deadLetter: DEAD_COPY_QUEUE,
  // As for renders: a job is one try.
  retryLimit: 0,
  heartbeatSeconds: 30 * SECOND,
  // A large film on a slow line takes hours; every wait in it has a limit of its own.
  expireInSeconds: 12 * HOUR,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: DAY,
} as const satisfies Omit<QueueRules, 'name'>;

/** All queues, each after the one that takes its dead jobs. */
const QUEUES: readonly QueueRules[] = [
  { name: DEAD_RENDER_QUEUE, ...DEAD_RULES },
  { name: RENDER_QUEUE, ...RENDER_RULES },
  { name: DEAD_CALLBACK_QUEUE, ...DEAD_RULES },
  { name: CALLBACK_QUEUE, ...CALLBACK_RULES },
  { name: DEAD_COPY_QUEUE, ...DEAD_RULES },
  { name: COPY_QUEUE, ...COPY_RULES },
];

// How often lost heartbeats and expired jobs are looked for.
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

/** Makes a queue, or gives it its rules. @param known as it is in the database and in pg-boss's cache; absent where it is not made yet. */
async function prepareQueue(
  boss: PgBoss,
  { name, ...rules }: QueueRules,
  known: QueueRules | undefined,
): Promise<void> {
  // Six queues that are as they should be, as at every start but the first, are a seventh of a second of an embedded database.
  if (known && hasRules(known, rules)) return;
  await boss.createQueue(name, rules);
  await boss.updateQueue(name, rules);
  // Any look-up fills pg-boss's cache of this queue. With a cold cache the first `send` inside a transaction would look
  // the queue up outside of it, which on the one connection of an embedded database waits for itself for ever.
  await boss.findJobs(name, { id: randomUUID() });
}

function hasRules(known: QueueRules, rules: Omit<QueueRules, 'name'>): boolean {
  const kept = new Map(Object.entries(known));
  return Object.entries(rules).every(([rule, value]) => kept.get(rule) === value);
}

/** Starts pg-boss on the database, with every queue made, up to date and in its cache. */
export async function startBoss(engine: DatabaseEngine, log: Logger): Promise<PgBoss> {
  const boss = createBoss(engine);
  boss.on('error', (error) => log.error({ err: error }, 'The queue reports an error.'));
  boss.on('warning', (warning) => log.warn({ warning }, 'The queue reports a warning.'));
  await boss.start();
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const queue of QUEUES) await prepareQueue(boss, queue, known.get(queue.name));
  return boss;
}

/** Has the busy workers of a queue fetch their next job at once, not at the next poll. Each worker calls this when its job has ended. */
export function wakeWorkers(boss: PgBoss, name: string): void {
  // Of the workers of one `work` pg-boss returns only the id of the first.
  for (const worker of boss.getWipData())
    if (worker.name === name && worker.count > 0) boss.notifyWorker(worker.id);
}
