import { raceWithAbort } from '../base/race-with-abort.ts';
import type { Logger } from '../base/logger.ts';
import type { Labels, Instruments } from './instruments.ts';
import type { MetricName } from './metric-declarations.ts';

/** The values of some gauges, by their names. */
export type GaugeValues = Partial<Record<MetricName, readonly (readonly [number, Labels?])[]>>;

/** Gauges that are measured on request. */
export interface GaugeSource {
  /** A word for the log and for `kinora_metrics_errors_total`. */
  readonly part: string;
  /** The gauges that it measures. They are left out of an answer if there is no value that is new enough. */
  readonly names: readonly MetricName[];
  readonly measure: (signal: AbortSignal) => Promise<GaugeValues>;
  /** Milliseconds for which a measurement counts, also one that has failed. Default: none. */
  readonly keepMs?: number;
}

/** Milliseconds that an answer waits for a measurement. */
const TIMEOUT_MS = 3_000;
/** Milliseconds after which a measurement is given up, at least. One that is asked for once an hour may take as long. */
const LIMIT_MS = 5 * 60_000;
/** Multiple of `keepMs` after which a value is left out, because it could not be measured again. */
const STALE_AFTER = 2;

/** Measures one source, at most once at a time. A slow one goes on for the next answer. */
export class GaugeReader {
  private readonly source: GaugeSource;
  private readonly log: Logger;
  private readonly closing = new AbortController();
  private last: { readonly at: number; readonly values: GaugeValues } | undefined;
  private running: Promise<void> | undefined;
  private failedAt = -Infinity;

  constructor(source: GaugeSource, log: Logger) {
    this.source = source;
    this.log = log;
  }

  /** Brings the gauges up to date. Never rejects. */
  async update(metrics: Instruments): Promise<void> {
    const { part, names, keepMs = 0 } = this.source;
    const newest = Math.max(this.last?.at ?? -Infinity, this.failedAt);
    if (performance.now() - newest >= keepMs) await this.wait(metrics, part);
    // An older value would hide a fault. With a `keepMs` of 0, the value was measured just now.
    const age = performance.now() - (this.last?.at ?? -Infinity);
    const values = age < Math.max(STALE_AFTER * keepMs, TIMEOUT_MS) ? this.last?.values : undefined;
    for (const name of names) metrics.replace(name, values?.[name] ?? []);
  }

  /** Waits for a measurement, but not long. Never rejects. */
  private async wait(metrics: Instruments, part: string): Promise<void> {
    const measuring = (this.running ??= this.read());
    // It may fail after the end of the wait.
    measuring.catch(() => undefined);
    try {
      await raceWithAbort(measuring, AbortSignal.timeout(TIMEOUT_MS));
    } catch (error) {
      // One that takes long has not failed.
      if (this.isMeasuring() && this.source.keepMs !== undefined) return;
      metrics.add('kinora_metrics_errors_total', 1, { part });
      // `/metrics` is requested every few seconds, and the log already says that the database is away.
      this.log.debug({ err: error, part }, 'Could not measure a part for the metrics.');
      if (this.source.keepMs === undefined) this.last = undefined;
    }
  }

  private isMeasuring(): boolean {
    return this.running !== undefined;
  }

  close(): void {
    this.closing.abort();
  }

  private async read(): Promise<void> {
    try {
      const limitMs = Math.max(LIMIT_MS, this.source.keepMs ?? 0);
      const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(limitMs)]);
      const values = await this.source.measure(signal);
      this.last = { at: performance.now(), values };
    } catch (error) {
      this.failedAt = performance.now();
      throw error;
    } finally {
      this.running = undefined;
    }
  }
}
