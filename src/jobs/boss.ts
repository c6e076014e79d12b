import { randomUUID } from 'node:crypto';
import { fromPglite, PgBoss, type Queue as QueueRules } from 'pg-boss';
import type { Logger } from '../base/log.ts';
import type { DatabaseEngine } from '../store/database.ts';

/** Renders wait here. */
export const RENDERS = 'render';
/** Renders whose job ended without an outcome: it failed, expired or was lost with its worker. */
export const DEAD_RENDERS = 'render-dead';

/** Callbacks wait here, one job for each attempt. */
export const CALLBACKS = 'callback';
/** Attempts whose worker died in the middle. */
export const DEAD_CALLBACKS = 'callback-dead';

/** Files wait here to be sent to other providers, and addresses to be fetched for that: one job for each try. */
export const COPIES = 'copy';
/** Tries whose worker died in the middle. */
export const DEAD_COPIES = 'copy-dead';

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
  deadLetter: DEAD_RENDERS,
  // A job is one try. The queue's own retry would give the same job to the next worker, and a worker that was only taken
  // for dead would end it there under the hands of the other.
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
  deadLetter: DEAD_CALLBACKS,
  // As for renders: a job is one try.
  retryLimit: 0,
  // An attempt ends by itself after ten seconds.
  expireInSeconds: 60 * SECOND,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: DAY,
} as const satisfies Omit<QueueRules, 'name'>;

const COPY_RULES = {
  notify: true,
  deadLetter: DEAD_COPIES,
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
  { name: DEAD_RENDERS, ...DEAD_RULES },
  { name: RENDERS, ...RENDER_RULES },
  { name: DEAD_CALLBACKS, ...DEAD_RULES },
  { name: CALLBACKS, ...CALLBACK_RULES },
  { name: DEAD_COPIES, ...DEAD_RULES },
  { name: COPIES, ...COPY_RULES },
];

// How often lost heartbeats and expired jobs are looked for.
const SUPERVISE_SECONDS = 15;

function build(engine: DatabaseEngine): PgBoss {
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
async function prepare(
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
  const boss = build(engine);
  boss.on('error', (error) => log.error({ err: error }, 'The queue reports an error.'));
  boss.on('warning', (warning) => log.warn({ warning }, 'The queue reports a warning.'));
  await boss.start();
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const queue of QUEUES) await prepare(boss, queue, known.get(queue.name));
  return boss;
}

/**
 * Has the hands of a queue that are at work fetch their next job at once, not at the next poll. To be called by each hand when its job
 * has ended.
 */
export function goOnAtOnce(boss: PgBoss, name: string): void {
  // Of the hands of one `work` pg-boss gives only the id of the first.
  for (const hand of boss.getWipData()) if (hand.name === name && hand.count > 0) boss.notifyWorker(hand.id);
}
