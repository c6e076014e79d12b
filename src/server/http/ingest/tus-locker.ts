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
  return { newLock: (id) => new UploadLock(database, log, id) };
}

class UploadLock implements Lock {
  private readonly database: LockDatabase;
  private readonly log: Logger;
  private readonly id: string;
  private readonly holder = randomUUID();
  private readonly released = new AbortController();

  constructor(database: LockDatabase, log: Logger, id: string) {
    this.database = database;
    this.log = log;
    this.id = id;
  }

  async lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    while (!(await takeUploadLock(this.database.tables, this.id, this.holder))) {
      if (signal.aborted || Date.now() > deadline) throw createBusyError();
      await wait(POLL_MS);
    }
    void this.renew(requestRelease);
  }

  /**
   * Frees the lock. Never rejects, because the request has done its work by then: a lock that cannot be freed
   * expires, and the sweep of leftovers removes it.
   */
  async unlock(): Promise<void> {
    this.released.abort();
    const { tables, retryUntilAvailable } = this.database;
    try {
      await retryUntilAvailable(() => freeUploadLock(tables, this.id, this.holder), { limitMs: UNLOCK_MS });
    } catch (error) {
      this.log.warn({ err: error }, 'Could not free the lock of an upload. It expires soon.');
    }
  }

  /** Renews the lock until it is released. Never rejects. */
  private async renew(requestRelease: RequestRelease): Promise<void> {
    let renewed = Date.now();
    while (await this.pause()) {
      try {
        const state = await renewUploadLock(this.database.tables, this.id, this.holder);
        if (state !== 'held') await requestRelease();
        renewed = Date.now();
      } catch (error) {
        this.log.warn({ err: error }, 'Could not renew the lock of an upload.');
        if (Date.now() - renewed > GIVE_UP_MS) await requestRelease();
      }
    }
  }

  /** Waits for the next renewal. Resolves to false if the lock is released. */
  private async pause(): Promise<boolean> {
    const { signal } = this.released;
    await wait(RENEWAL_MS, undefined, { ref: false, signal }).catch(() => undefined);
    return !signal.aborted;
  }
}

function createBusyError(): KinoraError {
  return new KinoraError('limit_reached', 'Another request is writing to this upload. Try again later.');
}
