/** A time in which the event loop was blocked. */
export interface Stall {
  readonly ms: number;
  /** The longest time that the thread computed without a pause. On a busy machine, `ms` also has waits for a core. */
  readonly computedMs: number;
}

/** Sampling interval of the event loop in milliseconds. Measured stalls are too long by up to this. */
const RESOLUTION_MS = 2;

/** Watches the event loop of this thread. Returns a function that returns the longest stall since its last call. */
export function watchStalls(): () => Stall {
  let longest: Stall = { ms: 0, computedMs: 0 };
  let last = { at: performance.now(), computed: computedMs() };
  setInterval(() => {
    const now = { at: performance.now(), computed: computedMs() };
    longest = {
      ms: Math.max(longest.ms, now.at - last.at),
      computedMs: Math.max(longest.computedMs, now.computed - last.computed),
    };
    last = now;
  }, RESOLUTION_MS).unref();
  return () => {
    const found = longest;
    longest = { ms: 0, computedMs: 0 };
    return found;
  };
}

function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
