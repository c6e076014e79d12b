/** Longer than the time between two signs of contact, even if one is late. */
const MAX_GAP_MS = 5000;

/**
 * Measures the time of steady contact between this process and the database. Only a process with steady contact
 * may judge that another one is dead: after an outage of the database, or after this process was stalled, all
 * others look silent.
 */
export class SteadyContact {
  private readonly steadyMs: number;
  private since: number | undefined;
  private last: Moment = now();

  /** @param steadyMs Milliseconds after which contact is steady. */
  constructor(steadyMs: number) {
    this.steadyMs = steadyMs;
  }

  /** Records that the database has answered. */
  confirm(): void {
    if (this.since === undefined || this.silentMs() > MAX_GAP_MS) this.since = performance.now();
    this.last = now();
  }

  /** Records that the database has not answered. */
  lose(): void {
    this.since = undefined;
  }

  /** Returns the milliseconds since the last answer. */
  silentMs(): number {
    const { wall, steady } = now();
    // The steady clock stops while the machine sleeps, and the clock on the wall may be set.
    return Math.max(wall - this.last.wall, steady - this.last.steady);
  }

  /** True if the database has answered all the time for long enough. */
  isSteady(): boolean {
    return (
      this.since !== undefined &&
      this.silentMs() <= MAX_GAP_MS &&
      performance.now() - this.since >= this.steadyMs
    );
  }
}

interface Moment {
  readonly wall: number;
  readonly steady: number;
}

function now(): Moment {
  return { wall: Date.now(), steady: performance.now() };
}
