const WINDOW_MS = 60_000;

interface Window {
  count: number;
  /** Value of `performance.now()`. */
  readonly ends: number;
}

/** Counts events by their name in windows of one minute. The first event of a name opens its window. */
export class MinuteCounts {
  private readonly maxNames: number;
  private readonly windows = new Map<string, Window>();

  /** @param maxNames maximum number of names with counters. Beyond it, the oldest counter is dropped. */
  constructor(maxNames: number) {
    this.maxNames = maxNames;
  }

  /** Counts an event. Returns the number of events in the window of its name, and the milliseconds until it ends. */
  add(name: string): { readonly count: number; readonly leftMs: number } {
    const now = performance.now();
    let window = this.windows.get(name);
    if (window === undefined || window.ends <= now) window = this.open(name, now + WINDOW_MS);
    window.count += 1;
    return { count: window.count, leftMs: window.ends - now };
  }

  private open(name: string, ends: number): Window {
    this.windows.delete(name);
    const [oldest] = this.windows.keys();
    if (oldest !== undefined && this.windows.size >= this.maxNames) this.windows.delete(oldest);
    const window = { count: 0, ends };
    this.windows.set(name, window);
    return window;
  }
}
