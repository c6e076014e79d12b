import type { Logger } from '../../base/logger.ts';
import type { Storage } from '../../hosting/storage.ts';

/** The kinds of work of a storage. */
export type StorageWork = 'store' | 'delete' | 'list';

/** A storage that is away. */
interface Outage {
  readonly since: number;
  /** The work that notices its end. */
  readonly work: StorageWork;
  /** Resolves when the storage is back. */
  readonly back: PromiseWithResolvers<void>;
}

/** The outages of this process. The first call that succeeds wakes all that wait. */
const outages = new WeakMap<Storage, Outage>();

/** The storage that is away, and the log that says so. */
interface StorageReport {
  readonly storage: Storage;
  readonly log: Logger;
}

/** Notes that the storage is away. Writes one line to the log per outage. */
export function beginOutage({ storage, log }: StorageReport, work: StorageWork, error: unknown): void {
  const outage = outages.get(storage);
  if (outage === undefined)
    log.warn({ err: error }, 'The storage is away. Finished files are kept and stored when it is back.');
  // A storage that cannot store may still list, so only a successful store ends the outage.
  if (outage === undefined || (work === 'store' && outage.work !== 'store'))
    outages.set(storage, { since: performance.now(), back: Promise.withResolvers(), ...outage, work });
}

/** Notes that the storage has done some work. Writes one line to the log if an outage is over. */
export function endOutage({ storage, log }: StorageReport, work: StorageWork): void {
  const outage = outages.get(storage);
  if (outage === undefined || (work !== 'store' && work !== outage.work)) return;
  outages.delete(storage);
  outage.back.resolve();
  const seconds = Math.round((performance.now() - outage.since) / 1000);
  log.warn({ seconds }, 'The storage is back.');
}

/** Resolves when the outage of a storage is over. Undefined if it is not away. */
export function whenBack(storage: Storage): Promise<void> | undefined {
  return outages.get(storage)?.back.promise;
}
