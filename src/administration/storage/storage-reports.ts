import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { KinoraError } from '../../base/errors.ts';
import type { StorageReport } from '../../operations/storage-report.ts';
import type { AccountRow } from '../../store/accounts/accounts.ts';
import { measureStorage, type StorageParts } from './measure-storage.ts';

/** A report that is being made, or is ready. */
interface Job {
  readonly abort: AbortController;
  readonly result: Promise<StorageReport>;
  files: number;
  /** Gives up the job if no client asks for it. */
  timer: NodeJS.Timeout | undefined;
}

/** The maker of reports. Clients wait for a report in short steps. */
export type StorageReports = ReturnType<typeof createStorageReports>;

const WAIT_MS = 1_000;
/** Milliseconds without a request after which a report is given up. */
const ABANDON_MS = 30_000;

/** Creates the maker of reports. */
export function createStorageReports(parts: StorageParts) {
  const jobs = new Map<string, Job>();
  const end = (id: string): void => {
    const job = jobs.get(id);
    clearTimeout(job?.timer);
    job?.abort.abort();
    jobs.delete(id);
  };
  const watch = (id: string, job: Job): void => {
    clearTimeout(job.timer);
    job.timer = setTimeout(() => end(id), ABANDON_MS).unref();
  };
  return {
    /** Begins a report. Returns its id. */
    begin(account: AccountRow | undefined): string {
      const id = randomUUID();
      const abort = new AbortController();
      const onProgress = (files: number): void => void (job.files = files);
      const result = measureStorage(parts, { account, signal: abort.signal, onProgress });
      // The call of `await` reports a failure.
      result.catch(() => undefined);
      const job: Job = { abort, result, files: 0, timer: undefined };
      jobs.set(id, job);
      watch(id, job);
      return id;
    },
    /**
     * Waits a moment for a report. Returns null if it is not ready yet. A finished report is returned once.
     *
     * @throws {KinoraError} `not_found` if there is no such report.
     */
    async await(id: string) {
      const job = jobs.get(id);
      if (job === undefined)
        throw new KinoraError('not_found', 'There is no such report any more. Run the command again.');
      watch(id, job);
      const waiting = new AbortController();
      // The abort below rejects it after the race.
      const pause = wait(WAIT_MS, null, { signal: waiting.signal }).catch(() => null);
      try {
        const report = await Promise.race([job.result, pause]);
        if (report !== null) end(id);
        return { files: job.files, report };
      } catch (error) {
        end(id);
        throw error;
      } finally {
        waiting.abort();
      }
    },
  };
}
