import type { DiskSpace } from '../base/disk/disk-space.ts';
import { KinoraError } from '../base/errors.ts';

/** The error of a render that needs more room than the whole disk has. Waiting does not help. */
export class DiskTooSmall extends KinoraError {
  /** @param bytes the predicted need. @param whole the bytes that an empty disk would have for renders. */
  constructor(bytes: number, whole: number) {
    super(
      'disk_full',
      `The render needs about ${formatBytes(bytes)} of disk space, but the disk of Kinora has only ${formatBytes(whole)} in total. Make the output shorter or smaller.`,
    );
  }
}

/** The room on the disk for the renders of this process. */
export interface DiskRoom {
  /**
   * Reserves room for a render before it begins. Room that the running renders of this process are predicted to
   * need is taken. Dispose of the room when the render has ended.
   *
   * @param bytes the predicted need. Undefined if it is unknown: then there is room.
   * @throws {KinoraError} `disk_full` if there is not enough at the moment.
   * @throws {DiskTooSmall} if there can never be enough.
   */
  reserve(bytes: number | undefined): Promise<Disposable>;
}

/** Opens the room on the disks that `space` watches. */
export function openDiskRoom(space: Pick<DiskSpace, 'measure'>): DiskRoom {
  const reserved = new Set<{ readonly bytes: number }>();
  return {
    async reserve(bytes = 0) {
      const { usable, whole } = await space.measure();
      if (bytes > whole) throw new DiskTooSmall(bytes, whole);
      // Bytes that the others have already written count twice. That is on the safe side, and ends with their
      // work.
      const left = [...reserved].reduce((rest, other) => rest - other.bytes, usable);
      // A prediction may be three times too high. Alone, a render tries: a full disk costs it no try.
      const needed = reserved.size === 0 ? bytes / 3 : bytes;
      if (needed > Math.max(0, left)) throw createWaitError(bytes, left);
      const reservation = { bytes };
      reserved.add(reservation);
      return { [Symbol.dispose]: () => void reserved.delete(reservation) };
    },
  };
}

function createWaitError(bytes: number, left: number): KinoraError {
  return new KinoraError(
    'disk_full',
    `The render waits for disk space. It needs about ${formatBytes(bytes)}, and ${formatBytes(left)} are left for it.`,
  );
}

/** Formats a number of bytes for people: `1.2 GB` or `340 MB`. */
function formatBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(0, Math.round(bytes / 1e6))} MB`;
}
