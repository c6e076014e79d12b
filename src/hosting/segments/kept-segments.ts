/** Keeps segments between renders, apart for each owner. What is lost is made again. */
export interface KeptSegments {
  /** Copies a segment to a file that does not exist. Returns false if it is not kept. */
  find(owner: string, identity: string, path: string): Promise<boolean>;
  /** Keeps a copy of a file. */
  keep(owner: string, identity: string, path: string): Promise<void>;
  /** Keeps a copy of a file, unless one is kept already. @param signal ends the work with its reason. */
  keepOnce(owner: string, identity: string, path: string, signal: AbortSignal): Promise<void>;
}
