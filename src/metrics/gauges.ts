import { raceWithAbort } from '../base/race-with-abort.ts';
import type { Logger } from '../base/logger.ts';
import type { Labels, Instruments } from './instruments.ts';
import type { MetricName } from './metric-declarations.ts';

/** The values of some gauges, by their names. */
export type GaugeValues = Partial<Record<MetricName, readonly (readonly [number, Labels?])[]>>;

/** Gauges that are measured when somebody asks. */
export interface GaugeSource {
  /** A word for the log and for `kinora_metrics_errors_total`. */
  readonly part: string;
  /** The gauges that it measures. They are left out of an answer if it fails. */
  readonly names: readonly MetricName[];
  readonly measure: (signal: AbortSignal) => Promise<GaugeValues>;
  /** Milliseconds for which a measurement counts. Default: none. */
  readonly keepMs?: number;
}

/** Milliseconds that an answer waits for a measurement. */
const PATIENCE_MS = 3_000;
/** Milliseconds after which a measurement is given up. */
const LIMIT_MS = 5 * 60_000;

/** Measures one source, at most once at a time. A slow one goes on for the next answer. */
export class GaugeReader {
  private readonly source: GaugeSource;
  private readonly log: Logger;
  private readonly closing = new AbortController();
  private last: { readonly at: number; readonly values: GaugeValues } | undefined;
  private running: Promise<void> | undefined;

  constructor(source: GaugeSource, log: Logger) {
    this.source = source;
    this.log = log;
  }

  /** Brings the gauges up to date. Never rejects. */
  async update(metrics: Instruments): Promise<void> {
    const { part, names, keepMs = 0 } = this.source;
    if (this.last === undefined || performance.now() - this.last.at >= keepMs) {
      try {
        await raceWithAbort((this.running ??= this.read()), AbortSignal.timeout(PATIENCE_MS));
      } catch (error) {
        metrics.add('kinora_metrics_errors_total', 1, { part });
        // `/metrics` is asked every few seconds, and a database that is away has told so itself.
        this.log.debug({ err: error, part }, 'Could not measure a part for the metrics.');
        // An old value would hide the fault.
        if (keepMs === 0) this.last = undefined;
      }
    }
    for (const name of names) metrics.replace(name, this.last?.values[name] ?? []);
  }

  close(): void {
    this.closing.abort();
  }

  private async read(): Promise<void> {
    try {
      const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(LIMIT_MS)]);
      const values = await this.source.measure(signal);
      this.last = { at: performance.now(), values };
    } finally {
      this.running = undefined;
    }
  }
}
