/**
 * Keeps coded media between renders, apart for each owner. What it loses is made again, so it may remove or lose
 * anything at any time. Its callers treat an error as a loss.
 */
export interface SegmentStore {
  /**
   * Copies kept media to a file.
   *
   * @param identity 64 hexadecimal digits that stand for the content.
   * @param path the file to create. It must not exist.
   * @returns false if nothing is kept under this identity.
   */
  find(owner: string, identity: string, path: string): Promise<boolean>;
  /** Keeps a copy of a file. The caller may remove the file afterwards, but must not change it. */
  keep(owner: string, identity: string, path: string): Promise<void>;
  /** Keeps a copy of a file that lasts elsewhere, unless one is kept already. @param signal ends the work. */
  keepOnce(owner: string, identity: string, path: string, signal: AbortSignal): Promise<void>;
}

/** A store that keeps nothing. */
export const NOTHING_KEPT: SegmentStore = {
  find: () => Promise.resolve(false),
  keep: () => Promise.resolve(),
  keepOnce: () => Promise.resolve(),
};
