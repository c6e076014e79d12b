import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { formatDuration } from '../../base/setting.ts';
import { type Expired, type ExpiredPosition, findExpired } from '../../store/retention/expired.ts';
import {
  removeExpiredEdits,
  removeExpiredFiles,
  removeExpiredRenders,
  removeExpiredSources,
} from '../../store/retention/remove-expired.ts';
import { holdSweepLease, releaseSweepLease } from '../../store/retention/sweep-lease.ts';
import { findPendingDeletions } from '../../store/pending-deletions.ts';
import type { Tables } from '../../store/schema.ts';
import { KEEP_SETTINGS, type Retention } from '../../store/settings.ts';
import { deleteMarkedFiles } from '../ingest/clean-up.ts';
import { doRepeated } from '../repeated-work.ts';
import type { WorkerContext } from '../worker-context.ts';
import { createFilesInUse, type FindFilesInUse } from './files-in-use.ts';

/** The dependencies of the sweep. */
export type RetentionContext = Pick<WorkerContext, 'database' | 'storage' | 'log'>;

/** The parts of one sweep. */
export interface RetentionSweep {
  readonly keep: Retention;
  readonly findInUse: FindFilesInUse;
  /** UUID of this process's sweeps. */
  readonly holder: string;
  /** Ends the sweep between two batches. */
  readonly signal: AbortSignal;
}

const INTERVAL_MS = 60_000;
/** Number of things to look for at once. */
const BATCH = 50;
/** Number of things to look at in one sweep. The next one does the rest. */
const MAX_PER_SWEEP = 20_000;
/** Milliseconds between two batches, in which the database and the storage are free for others. */
const PAUSE_MS = 50;
/** Milliseconds after which a sweep lists the files in use again, because new work may name old files. */
const LOOK_AGAIN_MS = 10_000;
/** Number of undeleted files with which the sweep stops, because the storage seems to be away. */
const MAX_PENDING = 1000;

/** Removes data whose retention time is over. Ends with `stop`. */
export interface RunningRetention {
  /** Stops after the batch that is being removed. */
  stop(): Promise<void>;
}

/** Starts to remove expired renders, files, sources and edits every minute. Does nothing if all stay forever. */
export function startRetention(context: RetentionContext, keep: Retention): RunningRetention {
  const limits: Record<string, string> = {};
  for (const { name, setting } of KINDS) {
    const keepMs = keep[name];
    if (keepMs !== undefined) limits[setting] = formatDuration(keepMs);
  }
  if (Object.keys(limits).length === 0) return { stop: () => Promise.resolve() };
  context.log.info(limits, 'Renders, files, sources or edits are removed after some time.');
  const stopping = new AbortController();
  const sweep = {
    keep,
    findInUse: createFilesInUse(context.database.tables),
    holder: randomUUID(),
    signal: stopping.signal,
  };
  const running = repeat(context, sweep);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function repeat(context: RetentionContext, sweep: RetentionSweep): Promise<void> {
  while (!sweep.signal.aborted) {
    await sweepExpired(context, sweep);
    await pause(INTERVAL_MS, undefined, { signal: sweep.signal, ref: false }).catch(() => undefined);
  }
}

/** A kind of thing that does not stay forever. */
interface Kind {
  readonly name: keyof Retention;
  readonly setting: string;
  /** True if something else may use its files. */
  readonly mayBeInUse: boolean;
  readonly message: string;
  /** Returns the number of removed things. */
  readonly remove: (db: Tables, expired: readonly Expired[]) => Promise<number>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'renders',
    setting: KEEP_SETTINGS.renders.name,
    mayBeInUse: false,
    message: 'Removed renders whose time is over.',
    remove: removeExpiredRenders,
  },
  {
    name: 'files',
    setting: KEEP_SETTINGS.files.name,
    mayBeInUse: true,
    message: 'Removed hosted files whose time is over.',
    remove: removeExpiredFiles,
  },
  {
    name: 'sources',
    setting: KEEP_SETTINGS.sources.name,
    mayBeInUse: true,
    message: 'Removed sources whose time is over.',
    remove: removeExpiredSources,
  },
  {
    name: 'edits',
    setting: KEEP_SETTINGS.edits.name,
    mayBeInUse: false,
    message: 'Removed kept edits whose time is over.',
    remove: removeExpiredEdits,
  },
];

/**
 * Removes expired data, in small batches with pauses. Leaves files that unfinished work, a template
 * or a kept edit names. Never rejects: the next sweep continues, also after the process was killed, because files are marked
 * for deletion before they are deleted.
 */
export async function sweepExpired(context: RetentionContext, sweep: RetentionSweep): Promise<void> {
  const { database, log } = context;
  await doRepeated({ log, what: 'remove what has expired' }, async () => {
    if (!(await holdLease(context, sweep))) return;
    for (const kind of KINDS) await sweepKind(context, sweep, kind);
    if (database.engine.kind === 'postgres') await releaseSweepLease(database.tables, sweep.holder);
  });
}

/** An embedded database has one process only, whose predecessor is dead. */
async function holdLease({ database }: RetentionContext, { holder }: RetentionSweep): Promise<boolean> {
  return database.engine.kind === 'embedded' || (await holdSweepLease(database.tables, holder));
}

async function sweepKind(context: RetentionContext, sweep: RetentionSweep, kind: Kind): Promise<void> {
  const keepMs = sweep.keep[kind.name];
  if (keepMs === undefined) return;
  const done = { removed: 0, inUse: 0 };
  try {
    await removeBatches(context, sweep, kind, { keepMs, done });
  } finally {
    if (done.removed > 0)
      context.log.info({ ...done, setting: kind.setting, after: formatDuration(keepMs) }, kind.message);
  }
}

async function removeBatches(
  context: RetentionContext,
  sweep: RetentionSweep,
  kind: Kind,
  { keepMs, done }: { readonly keepMs: number; readonly done: { removed: number; inUse: number } },
): Promise<void> {
  const { tables } = context.database;
  let after: ExpiredPosition | undefined;
  let inUse: ReadonlySet<string> | undefined;
  let lookedAt = -Infinity;
  for (let seen = 0; seen < MAX_PER_SWEEP; seen += BATCH) {
    const batch = await findExpired(tables, kind.name, { keepMs, after, limit: BATCH });
    if (kind.mayBeInUse && batch.length > 0 && Date.now() - lookedAt >= LOOK_AGAIN_MS) {
      lookedAt = Date.now();
      inUse = await sweep.findInUse();
    }
    const unused = batch.filter(({ named }) => inUse?.has(named) !== true);
    done.inUse += batch.length - unused.length;
    if (unused.length > 0) done.removed += await kind.remove(tables, unused);
    after = batch.at(-1);
    if (!(await deleteMarked(context)) || batch.length < BATCH) return;
    await pause(PAUSE_MS);
    if (sweep.signal.aborted || !(await holdLease(context, sweep))) return;
  }
}

/** Deletes marked files. Returns false if too many are left, because the storage is away. */
async function deleteMarked(context: RetentionContext): Promise<boolean> {
  await deleteMarkedFiles(context, 2 * BATCH);
  return (await findPendingDeletions(context.database.tables, MAX_PENDING)).length < MAX_PENDING;
}
