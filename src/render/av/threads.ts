import { availableParallelism } from 'node:os';

/** More threads than this take memory, each of them pictures, and hardly any time away. */
const MAX_THREADS = 8;

let threadCount = 2;

/**
 * Threads of one picture decoder, or of one graph of filters, in this process: two, or as many as there are cores after {@link
 * useAllCores}. The pictures are the same, whatever the number.
 */
export function mediaThreadCount(): number {
  return threadCount;
}

/** Lets this process, which does one task, decode and filter on all cores of the machine. */
export function useAllCores(): void {
  threadCount = Math.max(2, Math.min(availableParallelism(), MAX_THREADS));
}
