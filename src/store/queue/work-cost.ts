/** The cores that {@link WorkCost.seconds} are predicted for. */
export const CORES_OF_WORK = 2;

/** The resources that a job will probably need. */
export interface WorkCost {
  /** Seconds of work. */
  readonly seconds: number;
  /** Peak of the memory in bytes. */
  readonly memoryBytes?: number;
  /** Bytes on the disk. */
  readonly diskBytes?: number;
  /** Length of the output in seconds. */
  readonly outputSeconds?: number;
}
