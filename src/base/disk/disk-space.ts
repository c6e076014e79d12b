import { statfs } from 'node:fs/promises';
import { KinoraError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { raceWithAbort } from '../race-with-abort.ts';
import { DISK_FULL } from './disk-full.ts';

/** The space of one disk in bytes. */
export interface DiskState {
  /** Space that Kinora may still use: the free space without the floor. Negative below the floor. */
  readonly usable: number;
  /** Space that Kinora could use if the disk were empty: its size without the floor. */
  readonly whole: number;
}

/** Watches the free space of the disks that Kinora writes to. */
export interface DiskSpace {
  /** True if every disk has the floor free. Measures at most once in a second. */
  canTakeWork(): Promise<boolean>;
  /** Resolves if every disk has the floor free. @throws {KinoraError} `disk_full`. */
  check(): Promise<void>;
  /** Measures the disk with the least room now. */
  measure(): Promise<DiskState>;
}

/** Options of {@link watchDiskSpace}. */
export interface DiskSpaceOptions {
  /** The folders whose disks count. */
  readonly folders: readonly string[];
  /** Bytes that must stay free on each disk. 0 for no floor. */
  readonly floorBytes: number;
  readonly log: Logger;
  /** Measures the disk of a folder, in bytes. */
  readonly measureDisk?: (folder: string) => Promise<{ readonly free: number; readonly size: number }>;
}

/** Milliseconds for which a measurement counts. */
const MAX_AGE_MS = 1_000;
/** A disk that does not answer within this time, such as one in the network, counts as without room. */
const TIME_LIMIT_MS = 5_000;

/** A disk that was too full must have this part of the floor more than the floor. */
const RECOVERY_MARGIN = 0.05;

const LOW = 'The disk has less free space than KINORA_MIN_FREE_GB. Taking no work until it has more.';
const ENOUGH = 'The disk has enough free space again. Taking work.';

/**
 * Watches the free space of some folders. Writes one line to the log when a disk falls below the floor, and one
 * when all have enough room again.
 */
export function watchDiskSpace(options: DiskSpaceOptions): DiskSpace {
  const { folders, floorBytes, log, measureDisk = measureFolder } = options;
  let measured: Promise<boolean> | undefined;
  let isLow = false;

  async function measure(): Promise<DiskState> {
    const disks = await Promise.all(
      folders.map((folder) => raceWithAbort(measureDisk(folder), AbortSignal.timeout(TIME_LIMIT_MS))),
    );
    const rooms = disks.map(({ free, size }) => ({ usable: free - floorBytes, whole: size - floorBytes }));
    return rooms.reduce((least, room) => (room.usable < least.usable ? room : least));
  }

  async function hasRoom(): Promise<boolean> {
    if (floorBytes === 0) return true;
    try {
      const { usable } = await measure();
      const facts = { freeBytes: usable + floorBytes, floorBytes };
      // A margin, so that a disk near the floor does not fill the log.
      noteLow(usable < (isLow ? RECOVERY_MARGIN * floorBytes : 0), facts);
    } catch (error) {
      noteLow(true, { err: error });
    }
    return !isLow;
  }

  function noteLow(low: boolean, facts: object): void {
    if (low && !isLow) log.error(facts, LOW);
    if (!low && isLow) log.warn(facts, ENOUGH);
    isLow = low;
  }

  function canTakeWork(): Promise<boolean> {
    if (measured === undefined) {
      measured = hasRoom();
      setTimeout(() => (measured = undefined), MAX_AGE_MS).unref();
    }
    return measured;
  }

  return {
    canTakeWork,
    measure,
    async check() {
      if (!(await canTakeWork())) throw new KinoraError('disk_full', DISK_FULL);
    },
  };
}

async function measureFolder(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
