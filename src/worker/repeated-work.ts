import type { Logger } from '../base/logger.ts';
import type { Storage } from '../hosting/storage.ts';
import { isStorageAway } from './finish/infrastructure-fault.ts';
import { beginOutage } from './finish/storage-outages.ts';

/** Work that is repeated, such as a sweep. */
export interface RepeatedWork {
  readonly log: Logger;
  /** The work in a sentence after "could", such as `look for abandoned uploads`. Distinguishes it from other work. */
  readonly what: string;
  /** The storage and the kind of its work, if it uses one. */
  readonly uses?: { readonly storage: Storage; readonly work: 'delete' | 'list' };
}

/** The times of the first failures of work that fails now, by its log and by what it does. */
const failing = new WeakMap<Logger, Map<string, number>>();

/**
 * Does work that is repeated. Never rejects. A row of failures writes one line to the log when it begins, and one
 * when it is over. A storage that is away has lines of its own.
 */
export async function doRepeated(repeated: RepeatedWork, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    noteSuccess(repeated);
  } catch (error) {
    noteFailure(repeated, error);
  }
}

/** Reports that repeated work failed. See {@link doRepeated}. */
function noteFailure({ log, what, uses }: RepeatedWork, error: unknown): void {
  if (uses !== undefined && isStorageAway(error)) {
    beginOutage({ storage: uses.storage, log }, uses.work, error);
    return;
  }
  const times = failing.get(log) ?? new Map<string, number>();
  const isFirst = !times.has(what);
  if (isFirst) failing.set(log, times.set(what, performance.now()));
  log[isFirst ? 'warn' : 'debug']({ err: error }, `Kinora could not ${what}. Trying again later.`);
}

function noteSuccess({ log, what }: RepeatedWork): void {
  const since = failing.get(log)?.get(what);
  if (since === undefined) return;
  failing.get(log)?.delete(what);
  const seconds = Math.round((performance.now() - since) / 1000);
  log.info({ seconds }, `Kinora could ${what} again.`);
}
