import { statfs } from 'node:fs/promises';
import { KinoraError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { raceWithAbort } from '../race-with-abort.ts';
import { DISK_FULL } from './disk-full.ts';

/** The space of one disk in bytes. */
interface DiskState {
  /** Space that Kinora may still use: the free space without the floor. Negative below the floor. */
  readonly usable: number;
  /** Space that Kinora could use if the disk were empty: its size without the floor. */
  readonly whole: number;
}

/** Watches the free space of the disks that Kinora writes to. */
export interface DiskSpace {
  /** True if every disk has the floor free. Measures at most once in a second. */
  canTakeWork(): Promise<boolean>;
  /** Resolves if every disk has the floor free. @throws {KinoraError} `disk_full`, `storage_failed` if it is gone. */
  check(): Promise<void>;
  /** Measures all disks now. Returns the state of the fullest one. @throws {KinoraError} `storage_failed` if it is gone. */
  measure(): Promise<DiskState>;
  /** The reason against more work by the last measurement, for the operator. Undefined if there is none. */
  readonly problem: string | undefined;
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

const LOW = 'The disk has less free space than KINORA_MIN_FREE_GB.';
const UNKNOWN =
  'The free space of a folder cannot be measured, because the folder or its disk is gone or silent.';
const ENOUGH = 'The disk has enough free space again. Taking work.';
/** The sentence for clients if the disk cannot be measured. */
const DISK_GONE = 'The disk of Kinora cannot be used at the moment. Try again later.';

/**
 * Watches the free space of some folders. Writes one line to the log when a disk falls below the floor or cannot be
 * measured, and one when all have enough room again.
 */
export function watchDiskSpace(options: DiskSpaceOptions): DiskSpace {
  const { folders, floorBytes, log, measureDisk = measureFolder } = options;
  let measured: Promise<boolean> | undefined;
  let problem: typeof LOW | typeof UNKNOWN | undefined;

  async function measure(): Promise<DiskState> {
    const disks = await Promise.all(
      folders.map((folder) => raceWithAbort(measureDisk(folder), AbortSignal.timeout(TIME_LIMIT_MS))),
    ).catch((cause: unknown) => {
      throw new KinoraError('storage_failed', DISK_GONE, { cause });
    });
    const rooms = disks.map(({ free, size }) => ({ usable: free - floorBytes, whole: size - floorBytes }));
    return rooms.reduce((least, room) => (room.usable < least.usable ? room : least));
  }

  async function hasRoom(): Promise<boolean> {
    if (floorBytes === 0) return true;
    try {
      const { usable } = await measure();
      const facts = { freeBytes: usable + floorBytes, floorBytes };
      // A margin, so that a disk near the floor does not fill the log.
      const isLow = usable < (problem === LOW ? RECOVERY_MARGIN * floorBytes : 0);
      note(isLow ? LOW : undefined, facts);
    } catch (error) {
      note(UNKNOWN, { err: error });
    }
    return problem === undefined;
  }

  function note(found: typeof problem, facts: object): void {
    if (found !== undefined && found !== problem)
      log.error(facts, `${found} Taking no work until ${found === LOW ? 'it has more' : 'it is back'}.`);
    if (found === undefined && problem !== undefined) log.warn(facts, ENOUGH);
    problem = found;
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
    get problem() {
      return problem;
    },
    async check() {
      if (await canTakeWork()) return;
      if (problem === UNKNOWN) throw new KinoraError('storage_failed', DISK_GONE);
      throw new KinoraError('disk_full', DISK_FULL);
    },
  };
}

async function measureFolder(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
