import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { KinoraError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Database } from '../../../store/database.ts';
import {
  freeUploadLock,
  renewUploadLock,
  takeUploadLock,
  UPLOAD_LOCK_SECONDS,
} from '../../../store/uploads/upload-locks.ts';

/** Milliseconds between two attempts to take a lock. */
const POLL_MS = 200;
/** Milliseconds between two renewals of a lock. At each one, the holder learns if another request waits. */
const RENEWAL_MS = 1_000;
/** Milliseconds that a request waits for a lock. More than the lifetime of the lock of a dead server. */
const WAIT_MS = (UPLOAD_LOCK_SECONDS + 10) * 1000;
/** A holder that could not renew its lock for this long, in milliseconds, gives it up before it expires. */
const GIVE_UP_MS = (UPLOAD_LOCK_SECONDS * 1000) / 2;
/** Milliseconds that the end of a request waits for a database that is away, to free its lock. */
const UNLOCK_MS = 2_000;

/** The part of the database that the locks use. */
type LockDatabase = Pick<Database, 'tables' | 'retryUntilAvailable'>;

/**
 * Creates the locks of resumable uploads. They are kept in the database, so that only one request on all
 * servers writes to an upload. A request that waits for a lock asks its holder to let go of it.
 */
export function createTusLocker(database: LockDatabase, log: Logger): Locker {
  return { newLock: (id) => createLock(database, log, id) };
}

function createLock({ tables, retryUntilAvailable }: LockDatabase, log: Logger, id: string): Lock {
  const holder = randomUUID();
  const released = new AbortController();

  /** Renews the lock until it is released. Never rejects. */
  async function renew(requestRelease: RequestRelease): Promise<void> {
    let renewed = Date.now();
    while (await pause()) {
      try {
        const state = await renewUploadLock(tables, id, holder);
        if (state !== 'held') await requestRelease();
        renewed = Date.now();
      } catch (error) {
        log.warn({ err: error }, 'Could not renew the lock of an upload.');
        if (Date.now() - renewed > GIVE_UP_MS) await requestRelease();
      }
    }
  }

  /** Waits for the next renewal. Resolves to false if the lock is released. */
  async function pause(): Promise<boolean> {
    const { signal } = released;
    await wait(RENEWAL_MS, undefined, { ref: false, signal }).catch(() => undefined);
    return !signal.aborted;
  }

  return {
    async lock(signal, requestRelease) {
      const deadline = Date.now() + WAIT_MS;
      while (!(await takeUploadLock(tables, id, holder))) {
        if (signal.aborted || Date.now() > deadline) throw createBusyError();
        await wait(POLL_MS);
      }
      void renew(requestRelease);
    },
    /**
     * Frees the lock. Never rejects, because the request has done its work by then: a lock that cannot be freed
     * expires, and the sweep of leftovers removes it.
     */
    async unlock() {
      released.abort();
      try {
        await retryUntilAvailable(() => freeUploadLock(tables, id, holder), { limitMs: UNLOCK_MS });
      } catch (error) {
        log.warn({ err: error }, 'Could not free the lock of an upload. It expires soon.');
      }
    },
  };
}

function createBusyError(): KinoraError {
  return new KinoraError('limit_reached', 'Another request is writing to this upload. Try again later.');
}
