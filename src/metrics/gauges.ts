import { raceWithAbort } from '../base/race-with-abort.ts';
import type { Logger } from '../base/logger.ts';
import type { Labels, Instruments } from './instruments.ts';
import type { MetricName } from './metric-declarations.ts';

/** The values of some gauges, by their names. */
type GaugeValues = Partial<Record<MetricName, readonly (readonly [number, Labels?])[]>>;

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

/** Creates the reader of one source. It measures at most once at a time. A slow measurement goes on for the next answer. */
export function createGaugeReader({ part, names, measure, keepMs }: GaugeSource, log: Logger) {
  const closing = new AbortController();
  let last: { readonly at: number; readonly values: GaugeValues } | undefined;
  let running: Promise<void> | undefined;
  let failedAt = -Infinity;

  async function read(): Promise<void> {
    try {
      const limitMs = Math.max(LIMIT_MS, keepMs ?? 0);
      const values = await measure(AbortSignal.any([closing.signal, AbortSignal.timeout(limitMs)]));
      last = { at: performance.now(), values };
    } catch (error) {
      failedAt = performance.now();
      throw error;
    } finally {
      running = undefined;
    }
  }

  /** Waits for a measurement, but not long. Never rejects. */
  async function wait(metrics: Instruments): Promise<void> {
    const measuring = (running ??= read());
    // It may fail after the end of the wait.
    measuring.catch(() => undefined);
    try {
      await raceWithAbort(measuring, AbortSignal.timeout(TIMEOUT_MS));
    } catch (error) {
      // One that takes long has not failed.
      if (isMeasuring() && keepMs !== undefined) return;
      metrics.add('kinora_metrics_errors_total', 1, { part });
      // `/metrics` is requested every few seconds, and the log already says that the database is away.
      log.debug({ err: error, part }, 'Could not measure a part for the metrics.');
      if (keepMs === undefined) last = undefined;
    }
  }

  function isMeasuring(): boolean {
    return running !== undefined;
  }

  return {
    /** Brings the gauges up to date. Never rejects. */
    async update(metrics: Instruments): Promise<void> {
      const newest = Math.max(last?.at ?? -Infinity, failedAt);
      if (performance.now() - newest >= (keepMs ?? 0)) await wait(metrics);
      // An older value would hide a fault. With a `keepMs` of 0, the value was measured just now.
      const age = performance.now() - (last?.at ?? -Infinity);
      const values = age < Math.max(STALE_AFTER * (keepMs ?? 0), TIMEOUT_MS) ? last?.values : undefined;
      for (const name of names) metrics.replace(name, values?.[name] ?? []);
    },
    close: () => closing.abort(),
  };
}
