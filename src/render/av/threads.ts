import { availableParallelism } from 'node:os';

/** Maximum number of threads. Each thread holds frames in memory, and more threads save almost no time. */
const MAX_THREADS = 8;

let threadCount = 2;

/**
 * Returns the number of threads for one video decoder or one filter graph in this process: two, or about one
 * per core after {@link useAllCores}. The number does not change the frames.
 */
export function mediaThreadCount(): number {
  return threadCount;
}

/** Makes decoders and filters use all cores. Meant for a process that does a single task. */
export function useAllCores(): void {
  threadCount = Math.max(2, Math.min(availableParallelism(), MAX_THREADS));
}
