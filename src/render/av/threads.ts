import { availableParallelism } from 'node:os';

/** More threads than this take memory, each of them pictures, and hardly any time away. */
const MOST = 8;

let threads = 2;

/**
 * Threads of one picture decoder, or of one graph of filters, in this process: two, or as many as there are cores after {@link
 * takeAllCores}. The pictures are the same, whatever the number.
 */
export function workingThreads(): number {
  return threads;
}

/** Lets this process, which does one task, decode and filter on all cores of the machine. */
export function takeAllCores(): void {
  threads = Math.max(2, Math.min(availableParallelism(), MOST));
}
